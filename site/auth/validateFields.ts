import { validateEmail } from '#core/exchange/requisites/validateRequisite.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';

/** Message about an e-mail address; null if it is valid. */
export function findEmailError(text: string | undefined): string | null {
  const verdict = validateEmail(text ?? '');
  return verdict.ok ? null : formatAccountMessage<string>(verdict.code);
}

/** Message about a field that must not be empty; null if it is filled in. */
export const findEmptyError = (text: string | undefined): string | null =>
  text ? null : formatAccountMessage('empty');

/** The fields that have a message. */
export const listErrors = (messages: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(messages).filter((entry): entry is [string, string] => entry[1] !== null),
  );
