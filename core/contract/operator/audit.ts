import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call } from '../call.ts';
import { pageFields } from '../page.ts';
import { ClaimReference } from './claims.ts';

/** A change by staff or by the command line. It has no requisites and no e-mail of a client. */
export const AuditRecord = v.object({
  /** Number, in the order of time. */
  id: v.number(),
  at: isoInstant,
  /** E-mail of the member of staff, or user of the command line; empty if unknown. */
  by: v.string(),
  /** Network of the person, the prefix of an address; empty for the command line. */
  network: v.string(),
  /** Command, also of a change at the desk: `withdrawal pay`. */
  command: v.string(),
  /** id or code of what was changed. */
  target: v.string(),
  /** E-mail of the account whose role was changed; null: something else was changed, or the account is gone. */
  member: v.nullable(v.string()),
  /** The claim that was changed; null: something else. */
  claim: v.nullable(ClaimReference),
  /** What has changed: `from` and `to` are the values before and after; other names depend on the command. */
  detail: v.record(v.string(), v.nullable(v.string())),
});
export type AuditRecord = v.InferOutput<typeof AuditRecord>;

/** GET operator/audit/ (ext): a page of the audit log, newest first. */
export const AuditRecords = v.object({
  ...pageFields,
  /** Changes of this page. */
  results: v.array(AuditRecord),
});
export type AuditRecords = v.InferOutput<typeof AuditRecords>;

/**
 * List changes by staff and by the command line, newest first. Filters: `by` (beginning of the person’s name),
 * `target` (beginning of the id or code of the changed object, or number of a claim), `date_from`, `date_to` (days by
 * Moscow time, YYYY-MM-DD), `page`, `size`.
 *
 * @returns One page of changes.
 * @throws 400 The invalid parameter.
 */
export const listAuditCall: Call<AuditRecords> = {
  method: 'GET',
  path: '/api/v1/operator/audit/',
  response: AuditRecords,
};
