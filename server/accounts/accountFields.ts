import { validateEmail } from '#core/exchange/requisites/validateRequisite.ts';
import { createFieldProblem, refuseFields, type FieldErrors } from '#server/platform/http/problem.ts';

/** Parses an e-mail to lower case. 400 lists the field `email` and `otherErrors`. */
export function parseEmail(text: string, otherErrors: FieldErrors = {}): string {
  const verdict = validateEmail(text);
  if (!verdict.ok) {
    const { ok: _, ...email } = verdict;
    throw createFieldProblem({ email, ...otherErrors });
  }
  refuseFields(otherErrors);
  return verdict.value;
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

/** Masks an e-mail so that only people who know it can recognize it: «i•••@mail.example». */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
