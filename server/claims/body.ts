import * as v from 'valibot';
import { ClaimCreate } from '#core/contract/claim.ts';
import * as requisites from '#core/exchange/requisites.ts';
import { codes } from '#core/messages.ts';
import { fields, type Faults, type Refusal } from './refusal.ts';

/** The body of a claim's creation, read by the schema both ends share: trimmed, defaults filled in. */
export type Body = v.InferOutput<typeof ClaimCreate>;

/**
 * JSON text → body. A refusal names every field that is wrong; a requisite as `fromRequisites.<name>`.
 */
export function read(text: string): { ok: true; body: Body } | Refusal {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fields({ non_field_errors: { code: 'body_invalid' } });
  }
  const result = v.safeParse(ClaimCreate, json);
  const faults: Faults = {};
  for (const issue of result.issues ?? []) {
    const field = v.getDotPath(issue) ?? 'non_field_errors';
    faults[field] ??= field === 'email' ? emailFault(issue.input) : fault(issue);
  }
  if (!result.success) return fields(faults);
  // The form's own rule, which also folds the address, so that one person is counted as one.
  const email = requisites.email(result.output.email);
  return email.ok
    ? { ok: true, body: { ...result.output, email: email.value } }
    : fields({ email: emailFault(result.output.email) });
}

function emailFault(input: unknown): Faults[string] {
  const verdict = requisites.email(typeof input === 'string' ? input : '');
  if (verdict.ok) return { code: 'email_format' };
  return { code: verdict.code, ...(verdict.max ? { max: verdict.max } : {}) };
}

function fault(issue: v.BaseIssue<unknown>): Faults[string] {
  if (issue.input === undefined || issue.input === '') return { code: 'empty' };
  if (issue.message === 'too_long') return { code: 'too_long', max: 255 };
  return { code: (codes as string[]).includes(issue.message) ? issue.message : 'body_invalid' };
}
