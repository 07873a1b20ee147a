import { validateEmail } from '#core/exchange/requisites/validateRequisite.ts';
import { formatMessage } from '#core/messages.ts';

/** Message about an e-mail address; null if it is valid. */
export function findEmailError(text: string | undefined): string | null {
  const verdict = validateEmail(text ?? '');
  return verdict.ok ? null : formatMessage<string>(verdict.code);
}

/** Message about a field that must not be empty; null if it is filled in. */
export const findEmptyError = (text: string | undefined): string | null =>
  text ? null : formatMessage('empty');

/** The fields that have a message. */
export const listErrors = (messages: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(messages).filter((entry): entry is [string, string] => entry[1] !== null),
  );
