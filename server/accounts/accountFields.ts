import { validateEmail } from '#core/exchange/requisites/validateRequisite.ts';
import { createFieldProblem, type FieldErrors, type ProblemResult } from '../http/problemResult.ts';

/** Parses an e-mail to lower case. 400 names the field `email`, and `otherErrors`. */
export function parseEmail(
  text: string,
  otherErrors: FieldErrors = {},
): { ok: true; email: string } | ProblemResult {
  const verdict = validateEmail(text);
  if (verdict.ok && Object.keys(otherErrors).length === 0) return { ok: true, email: verdict.value };
  if (verdict.ok) return createFieldProblem(otherErrors);
  const { code, max } = { max: undefined, ...verdict };
  return createFieldProblem({ email: { code, ...(max === undefined ? {} : { max }) }, ...otherErrors });
}

/** Errors of a sign-up without the consent to personal data or to the rules. */
export const listConsentErrors = ({
  consent,
  rules,
}: {
  consent?: boolean | undefined;
  rules?: boolean | undefined;
}): FieldErrors => ({
  ...(consent ? {} : { consent: { code: 'consent_required' } }),
  ...(rules ? {} : { rules: { code: 'rules_required' } }),
});
