import { ApiError } from '#core/api/apiError.ts';
import { PasskeyPromptError, type PasskeyPromptFailure } from '#core/account/passkeys/passkeyPrompt.ts';
import { describeError } from '../elements/form/formFailure.ts';

const PROMPT_TEXTS: Readonly<Record<PasskeyPromptFailure, string>> = {
  exists: 'На этом устройстве уже есть ключ этого аккаунта',
  unsupported: 'Это устройство не хранит ключи доступа. Возьмите другое или обойдитесь паролем',
  failed: 'Устройство не ответило. Попробуйте ещё раз',
};

/** Refusals of a login whose text for a passkey differs from that for a password or a code. */
const LOGIN_TEXTS: Readonly<Record<string, string>> = {
  credentials_invalid: 'Этот ключ не подходит ни к одному аккаунту. Войдите с паролем',
  challenge_expired: 'Прошло больше 5 минут. Нажмите кнопку ещё раз',
};

/** Message about a prompt, or a call with its result, that failed; without a final full stop. */
export function describePasskeyFailure(error: unknown): string {
  if (error instanceof PasskeyPromptError) return PROMPT_TEXTS[error.reason];
  const text = error instanceof ApiError ? LOGIN_TEXTS[error.code] : undefined;
  return text ?? describeError(error);
}

/** The same as an error of a form; other errors stay as they are. */
export function toPasskeyFormError(error: unknown): unknown {
  if (!(error instanceof PasskeyPromptError)) return error;
  const fields = { non_field_errors: [describePasskeyFailure(error)] };
  return new ApiError(error.message, { kind: 'http', status: 400, fields, cause: error });
}
