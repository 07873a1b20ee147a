import type { ApiClient } from '#core/api/client.ts';
import type { Confirmation } from '#core/contract/account/confirmation.ts';
import type { User } from '#core/contract/user.ts';
import { useAppContext, type AppContext } from '../shell/appContext.ts';

/** Context of the account's pages: the user, and the client that sends the access token. */
export interface AccountContext extends AppContext {
  account: {
    user: User;
    api: ApiClient;
    /** Sends a proof of identity. Rejects with ApiError. */
    confirm(proof: Confirmation): Promise<void>;
    /** Shows a user that the server has changed. */
    replaceUser(user: User): void;
    /** Ends this session, or all, and leaves the account. Rejects with ApiError. */
    logOut(options?: { all?: boolean }): Promise<void>;
  };
}

/** The account of the logged-in visitor, from the account's layout. */
export function useAccount(): AccountContext['account'] {
  return (useAppContext() as AccountContext).account;
}

/** Whether the backend has the account's extensions: one of the specification alone sends only e-mail and activation. */
export const hasAccountExtensions = (user: User): boolean => user.notify !== undefined;
