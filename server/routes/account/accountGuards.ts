import type { Context } from 'hono';
import { authenticate, type Account } from '../../accounts/sessions/authenticate.ts';
import { checkFreshAuthentication } from '../../accounts/sessions/confirmIdentity.ts';
import type { ServerContext } from '../../context.ts';
import { notePartnerNetwork } from '../../referral/ledger/partnerNetworks.ts';
import { sendProblem, sendProblemResult } from '../../http/problemResponse.ts';

type HandleAccount = (account: Account) => Promise<Response> | Response;

/** Creates the functions that let only logged-in users through. */
export function createAccountGuards(context: Pick<ServerContext, 'config' | 'db' | 'keys' | 'now'>) {
  /** Handles a request of a logged-in user; 401 for others. */
  const withAccount = async (c: Context, handle: HandleAccount): Promise<Response> => {
    const account = await authenticate(context, c);
    return account ? handle(account) : sendProblem(c, 401, 'token_not_valid');
  };
  /** The same for a change that needs a recent proof of who the user is; 403 without one. */
  const withFreshAccount = (c: Context, handle: HandleAccount): Promise<Response> =>
    withAccount(c, async account => {
      const refusal = await checkFreshAuthentication(context, account);
      return refusal ? sendProblemResult(c, refusal) : handle(account);
    });
  return { withAccount, withFreshAccount };
}

/**
 * The same for the pages of partners: they note the network that the account is used from, also of the request that makes
 * it a partner.
 */
export function createPartnerGuards(context: Pick<ServerContext, 'config' | 'db' | 'keys' | 'log' | 'now'>) {
  const guards = createAccountGuards(context);
  const noteNetwork =
    (c: Context, handle: HandleAccount): HandleAccount =>
    async account => {
      const response = await handle(account);
      // What is done stays done, also if this fails.
      await notePartnerNetwork(context, account.user.id, c.var.clientNetwork).catch((error: unknown) =>
        context.log.error({ err: error }, 'Cannot note the network of a partner'),
      );
      return response;
    };
  return {
    withAccount: (c: Context, handle: HandleAccount) => guards.withAccount(c, noteNetwork(c, handle)),
    withFreshAccount: (c: Context, handle: HandleAccount) =>
      guards.withFreshAccount(c, noteNetwork(c, handle)),
  };
}
