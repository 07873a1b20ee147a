import type { ApiClient } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import { isUnsupportedCall, ignoreMissing } from '../../loadFailure.ts';
import {
  addPasskeyCall,
  deletePasskeyCall,
  listPasskeysCall,
  renamePasskeyCall,
  startPasskeyCall,
  type Passkey,
} from '../../contract/account/passkeys/passkeys.ts';
import { createServerQuery, NO_POLLING, type ServerQuery } from '../../serverQuery.ts';
import type { PasskeyPrompt } from './passkeyPrompt.ts';

/** The passkeys of the account, the newest first. Changes reject with ApiError, and leave the list as it is. */
export interface PasskeyListModel extends ServerQuery<readonly Passkey[]> {
  /** Requests a passkey from the browser and adds it; null if cancelled. Also rejects with PasskeyPromptError. */
  add(): Promise<Passkey | null>;
  rename(id: string, name: string): Promise<void>;
  /** Deletes a passkey; also succeeds if somebody has deleted it meanwhile. */
  remove(id: string): Promise<void>;
}

/** Creates the list, not loaded yet. `api` sends the access token. */
export function createPasskeyList(api: ApiClient, prompt: Pick<PasskeyPrompt, 'create'>): PasskeyListModel {
  const query = createServerQuery<readonly Passkey[]>(
    api.clock,
    async options => (await sendCall(api, listPasskeysCall, options)).results,
    { polling: NO_POLLING, isUnsupported: isUnsupportedCall },
  );
  return {
    ...query,
    async add() {
      const options = await sendCall(api, startPasskeyCall);
      const credential = await prompt.create(options);
      if (!credential) return null;
      const passkey = await sendCall(api, addPasskeyCall, { body: { credential } });
      query.change(passkeys => [passkey, ...passkeys]);
      return passkey;
    },
    async rename(id, name) {
      const renamed = await sendCall(api, renamePasskeyCall, { id, body: { name } });
      query.change(passkeys => passkeys.map(passkey => (passkey.id === id ? renamed : passkey)));
    },
    async remove(id) {
      await sendCall(api, deletePasskeyCall, { id }).catch(ignoreMissing);
      query.change(passkeys => passkeys.filter(passkey => passkey.id !== id));
    },
  };
}
