import { effect } from '@preact/signals-core';
import type { SessionModel } from '#core/session/sessionModel.ts';

/** Calls `forget` when the account has logged out, or another one has logged in. The returned function stops it. */
export function watchAccountEnd({ state }: Pick<SessionModel, 'state'>, forget: () => void): () => void {
  let lastAccount: string | null = null;
  return effect(() => {
    const now = state.value;
    // A visitor at a claim may continue without the account, or log in again.
    if (now.phase === 'loading' || (now.phase === 'guest' && now.isExpired)) return;
    const account = now.phase === 'signed_in' ? (now.user.id ?? now.user.email) : null;
    if (lastAccount !== null && account !== lastAccount) forget();
    lastAccount = account;
  });
}
