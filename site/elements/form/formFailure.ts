import { ApiError, toErrorCode } from '#core/api/apiError.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';

/** Why a form was not accepted: messages by field, and one about the whole form. */
export interface FormFailure {
  /** Code of the error; `fields_invalid` if the form was not sent. */
  code: string;
  fields: Readonly<Record<string, string>>;
  message: string | null;
}

/** Fields that a code of the whole response belongs to, if the form has them. */
const CODE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  credentials_invalid: ['password', 'oldPassword'],
  password_wrong: ['oldPassword'],
  password_short: ['password', 'newPassword'],
  password_long: ['password', 'newPassword'],
  password_leaked: ['password', 'newPassword'],
  password_weak: ['password', 'newPassword'],
  password_obvious: ['password', 'newPassword'],
  second_factor_required: ['code'],
  code_invalid: ['code'],
  consent_required: ['consent'],
  rules_required: ['rules'],
};

/** Codes that the captcha explains. */
const CAPTCHA_CODES: readonly string[] = ['captcha_required', 'captcha_failed'];

/** Whether the form must be sent again with a captcha. */
export const needsCaptcha = (failure: FormFailure | null): boolean =>
  failure !== null && CAPTCHA_CODES.includes(failure.code);

/** A failure of fields that were validated in the browser. */
export const createFieldFailure = (fields: Record<string, string>): FormFailure => ({
  code: 'fields_invalid',
  fields,
  message: null,
});

/** Message about any thrown value, without a final full stop. It contains the server's time for a retry, if any. */
export function describeError(error: unknown): string {
  const after = error instanceof ApiError ? error.retryAfter : null;
  return formatAccountMessage<string>(toErrorCode(error), after === null ? {} : { after });
}

/** Converts any thrown value. A message of a field that the form does not have is about the whole form. */
export function toFormFailure(error: unknown, fieldNames: readonly string[]): FormFailure {
  const apiError = error instanceof ApiError ? error : null;
  const code = Object.values(apiError?.codes ?? {})[0] ?? toErrorCode(error);
  const texts: Record<string, string> = {};
  // Another backend sends messages without codes.
  for (const [name, [message]] of Object.entries(apiError?.fields ?? {})) if (message) texts[name] = message;
  for (const [name, fieldCode] of Object.entries(apiError?.codes ?? {}))
    texts[name] = formatAccountMessage<string>(fieldCode);
  const fields = Object.entries(texts).filter(([name]) => fieldNames.includes(name));
  const [otherText] = Object.entries(texts).flatMap(([name, text]) =>
    fieldNames.includes(name) ? [] : [text],
  );
  if (fields.length > 0) return { code, fields: Object.fromEntries(fields), message: otherText ?? null };
  const text = otherText ?? describeError(error);
  const field = CODE_FIELDS[code]?.find(name => fieldNames.includes(name));
  return field === undefined
    ? { code, fields: {}, message: text }
    : { code, fields: { [field]: text }, message: null };
}
