import type { ApiClient } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import type { Confirmation } from '#core/contract/account/confirmation.ts';
import { startPasskeyProofCall } from '#core/contract/account/passkeys/passkeys.ts';
import { browserPrompt } from './browserPrompt.ts';
import { toPasskeyFormError } from './describePasskeyFailure.ts';

/**
 * Confirms the identity of a logged-in user with a passkey. `api` sends the access token. Resolves with false if the
 * person cancels the prompt; rejects with an error of a form.
 */
export async function confirmWithPasskey(
  api: ApiClient,
  confirm: (proof: Confirmation) => Promise<void>,
): Promise<boolean> {
  try {
    const passkey = await browserPrompt.sign(await sendCall(api, startPasskeyProofCall));
    if (!passkey) return false;
    await confirm({ passkey });
    return true;
  } catch (error) {
    throw toPasskeyFormError(error);
  }
}
