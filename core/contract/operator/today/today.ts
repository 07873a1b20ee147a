import * as v from 'valibot';
import { isoInstant } from '../../calculator.ts';
import type { Call } from '../../call.ts';
import { decimalFromServer } from '../../decimal.ts';
import { STAFF_RIGHTS } from '../staff.ts';

/**
 * What waits for staff. `payments`: reported payments to check, and those that wait for confirmations. `requisites`:
 * claims without a destination of the payment. `unsettled`: money that arrived after the end of a claim.
 * `undelivered_emails`: e-mails given up. `prices`: sources without a fresh price. `reserves`: those that are too small
 * for the minimum. `transfers`: payments in a network, and transfers of a bank, that belong to no known claim. `nodes`:
 * networks whose payments are not checked.
 */
export const WAITING_KINDS = [
  'payments',
  'payouts',
  'refunds',
  'verifications',
  'holds',
  'requisites',
  'withdrawals',
  'unsettled',
  'undelivered_emails',
  'prices',
  'reserves',
  'transfers',
  'nodes',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** One thing that waits. */
export const WaitingRow = v.object({
  /** id of the claim, verification, withdrawal or e-mail; name of the source; code of the currency; with a transfer. */
  id: v.string(),
  /** Which page shows it; null: none. */
  target: v.nullable(v.picklist(['claim', 'verification', 'withdrawal', 'email', 'reserve', 'statement'])),
  /** Short name for people: a claim’s number, a masked card, a name, an address of a transfer. */
  title: v.string(),
  /** Status of a claim; reason of a hold; reference of a transfer; null otherwise. */
  state: v.nullable(v.string()),
  /** Amount that it is about; null without one. */
  amount: v.nullable(decimalFromServer),
  /** Code of the amount’s currency; null without an amount. */
  currency: v.nullable(v.string()),
  /** Since when it waits; of a node: the last check; null: unknown. */
  since: v.nullable(isoInstant),
  /** Name of the member of staff who has taken the claim; null: nobody. */
  takenBy: v.nullable(v.string()),
});
export type WaitingRow = v.InferOutput<typeof WaitingRow>;

/** Everything of one kind that waits. */
export const WaitingGroup = v.object({
  /** What waits. */
  kind: v.picklist(WAITING_KINDS),
  /** The right that deals with it. */
  right: v.picklist(STAFF_RIGHTS),
  /** How many wait. */
  count: v.number(),
  /** Since when the first one waits; null: unknown. */
  oldest: v.nullable(isoInstant),
  /** The first ones, at most 5, the oldest first. */
  rows: v.array(WaitingRow),
});
export type WaitingGroup = v.InferOutput<typeof WaitingGroup>;

/** GET operator/today/ (ext): what waits for staff. Groups without entries are left out. */
export const Today = v.object({
  /** Server time. */
  now: isoInstant,
  /** Groups; those that the role can deal with come first. */
  groups: v.array(WaitingGroup),
});
export type Today = v.InferOutput<typeof Today>;

/**
 * Get what waits for staff, and for how long. Poll it every 10 seconds.
 *
 * @returns The groups that have entries.
 */
export const getTodayCall: Call<Today> = {
  method: 'GET',
  path: '/api/v1/operator/today/',
  response: Today,
};
