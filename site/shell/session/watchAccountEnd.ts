import { effect } from '@preact/signals-core';
import type { SessionModel } from '#core/session/sessionModel.ts';

/**
 * Calls `forget` when the account that is logged in has logged out, or another one has logged in. The returned function
 * ends that.
 */
export function watchAccountEnd({ state }: Pick<SessionModel, 'state'>, forget: () => void): () => void {
  let lastAccount: string | null = null;
  return effect(() => {
    const now = state.value;
    if (now.phase === 'loading') return;
    const account = now.phase === 'signed_in' ? (now.user.id ?? now.user.email) : null;
    if (lastAccount !== null && account !== lastAccount) forget();
    lastAccount = account;
  });
}
