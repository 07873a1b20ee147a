import { toErrorCode } from '#core/api/apiError.ts';
import type { ApiClient } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { startPasskeyProofCall } from '#core/contract/account/passkeys/passkeys.ts';
import type { SessionModel } from '#core/session/sessionModel.ts';
import { browserPrompt } from './browserPrompt.ts';
import { describePasskeyFailure } from './describePasskeyFailure.ts';

/** How a login with a passkey ended. `not_activated`: the e-mail of its sign-up was not opened. */
export type PasskeyLoginOutcome = 'logged_in' | 'cancelled' | 'not_activated' | { message: string };

/** Logs in with a passkey from the browser's prompt, unless the visitor has left the page. Never rejects. */
export async function logInWithPasskey(
  api: ApiClient,
  openSession: () => Promise<Pick<SessionModel, 'logIn'>>,
  { remember, isWanted }: { remember: boolean; isWanted: () => boolean },
): Promise<PasskeyLoginOutcome> {
  try {
    const credential = await browserPrompt.sign(await sendCall(api, startPasskeyProofCall));
    if (!credential || !isWanted()) return 'cancelled';
    const session = await openSession();
    await session.logIn({ credential, remember });
    return 'logged_in';
  } catch (error) {
    if (toErrorCode(error) === 'not_activated') return 'not_activated';
    return { message: describePasskeyFailure(error) };
  }
}
