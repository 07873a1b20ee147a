import * as v from 'valibot';
import { ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import { validateEmail } from '#core/exchange/requisites/validateRequisite.ts';
import { MESSAGE_CODES } from '#core/messages.ts';
import { parseJsonText } from '#server/platform/http/request/parseJsonText.ts';
import { createFieldProblem, createProblem, type FieldErrors } from '#server/platform/http/problem.ts';

/** The parsed request body: trimmed, with defaults. Client and server share its schema. */
export type ClaimBody = v.InferOutput<typeof ClaimCreate>;

/** Parses JSON text. A refusal lists every invalid field; the key of a requisite is `fromRequisites.<name>`. */
export function parseClaimBody(text: string): ClaimBody {
  const json = parseJsonText(text);
  if (json === undefined) throw createFieldProblem({ non_field_errors: { code: 'body_invalid' } });
  const result = v.safeParse(ClaimCreate, json);
  const fieldErrors: FieldErrors = {};
  for (const issue of result.issues ?? []) {
    const field = v.getDotPath(issue) ?? 'non_field_errors';
    fieldErrors[field] ??= field === 'email' ? toEmailError(issue.input) : toFieldError(issue);
  }
  if (!result.success) throw createFieldProblem(fieldErrors);
  // validateEmail also normalizes the address, so that the open claim limit counts its spellings as one.
  const email = validateEmail(result.output.email);
  if (!email.ok) throw createFieldProblem({ email: toEmailError(result.output.email) });
  return { ...result.output, email: email.value };
}

/** Returns the ids of the currencies to send and to receive; 404 for a number that is no id. */
export function getPairIds({ fromPs, toPs }: ClaimBody): readonly [number, number] {
  if (![fromPs, toPs].every(Number.isSafeInteger)) throw createProblem(404, 'pair_unknown');
  return [fromPs, toPs];
}

function toEmailError(input: unknown): FieldErrors[string] {
  const verdict = validateEmail(typeof input === 'string' ? input : '');
  if (verdict.ok) return { code: 'email_format' };
  return { code: verdict.code, ...(verdict.max ? { max: verdict.max } : {}) };
}

function toFieldError(issue: v.BaseIssue<unknown>): FieldErrors[string] {
  if (issue.input === undefined || issue.input === '') return { code: 'empty' };
  if (issue.message === 'too_long') return { code: 'too_long', max: 255 };
  return { code: (MESSAGE_CODES as string[]).includes(issue.message) ? issue.message : 'body_invalid' };
}
