import { matchesSignature } from './matchesSignature.ts';
import type { ServerKeys } from './serverKeys.ts';

/**
 * What the link of an e-mail does. `stop`: «Это не я». `refund`: stops the refund of a claim, whose id it has. `news`:
 * unsubscribes from the news. `alert` and `alert_stop`: confirm and cancel an alert about a course. Not in e-mails:
 * `challenge`, a login that waits for a code, and `proof`, that a code was entered with the link of a new password.
 */
export type AccountTokenKind =
  'activate' | 'restore' | 'stop' | 'refund' | 'news' | 'alert' | 'alert_stop' | 'challenge' | 'proof';

const PURPOSE = 'account-token';

const getSignedText = (kind: AccountTokenKind | 'code', id: string) => `${kind}:${id}`;

/** Number of codes: six digits. */
const CODE_COUNT = 1_000_000;

/**
 * Derives the token of an e-mail's link from the id of its row and the server's key. It is not stored: a copy of the
 * database cannot activate or restore an account. The row records whether it is still valid.
 */
export function deriveAccountToken(keys: ServerKeys, kind: AccountTokenKind, id: string): string {
  return `${id}.${keys.sign(PURPOSE, getSignedText(kind, id)).toString('base64url')}`;
}

/** Returns the row's id of a token of this kind; null if the token has no signature by the current or previous key. */
export function readAccountToken(keys: ServerKeys, kind: AccountTokenKind, token: string): string | null {
  const [id = '', signature = '', ...rest] = token.split('.');
  const isIssued = matchesSignature(keys, PURPOSE, getSignedText(kind, id), signature);
  return isIssued && rest.length === 0 ? id : null;
}

/** Derives the code of an e-mail, six digits, from the id of its row and the server's key. It is not stored. */
export function deriveAccountCode(keys: ServerKeys, id: string): string {
  return toCode(keys.sign(PURPOSE, getSignedText('code', id)));
}

/** Whether the code belongs to this row, by the current or the previous key. The caller limits the attempts. */
export function isAccountCode(keys: ServerKeys, id: string, code: string): boolean {
  return keys
    .listSignatures(PURPOSE, getSignedText('code', id))
    .some(signature => toCode(signature) === code);
}

function toCode(signature: Buffer): string {
  const number = signature.readUInt32BE() % CODE_COUNT;
  return String(number).padStart(String(CODE_COUNT - 1).length, '0');
}
