import { effect } from '@preact/signals-core';
import type { SessionModel } from '#core/session/sessionModel.ts';

/** Calls `forget` when the account that is logged in has logged out, or another one has logged in. */
export function watchAccountEnd({ state }: Pick<SessionModel, 'state'>, forget: () => void): void {
  let lastEmail: string | null = null;
  effect(() => {
    const now = state.value;
    if (now.phase === 'loading') return;
    const email = now.phase === 'signed_in' ? now.user.email : null;
    if (lastEmail !== null && email !== lastEmail) forget();
    lastEmail = email;
  });
}
