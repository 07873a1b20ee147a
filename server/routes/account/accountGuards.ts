import { createMiddleware } from 'hono/factory';
import { authenticate, type Account } from '../../accounts/sessions/authenticate.ts';
import { checkFreshAuthentication } from '../../accounts/sessions/confirmIdentity.ts';
import type { ServerContext } from '../../context.ts';
import { Problem } from '../../http/problem.ts';
import { notePartnerNetwork } from '../../referral/ledger/partnerNetworks.ts';

/** What a handler behind a guard finds in `c.var`. */
export interface AccountEnv {
  Variables: { account: Account };
}

/** Creates the middleware that lets only logged-in users through: 401 for others. */
export function createAccountGuards(context: Pick<ServerContext, 'config' | 'db' | 'keys' | 'now'>) {
  const requireAccount = createMiddleware<AccountEnv>(async (c, next) => {
    c.set('account', await authenticate(context, c));
    await next();
  });
  /** For a change that needs a recent proof of who the user is; 403 without one. */
  const requireFreshAccount = createMiddleware<AccountEnv>((c, next) =>
    requireAccount(c, async () => {
      await checkFreshAuthentication(context, c.var.account);
      await next();
    }),
  );
  return { requireAccount, requireFreshAccount };
}

/**
 * The same for the pages of partners: they note the network that the account is used from, also of the request that makes
 * it a partner.
 */
export function createPartnerGuards(context: Pick<ServerContext, 'config' | 'db' | 'keys' | 'log' | 'now'>) {
  const guards = createAccountGuards(context);
  const noteNetwork = (guard: typeof guards.requireAccount) =>
    createMiddleware<AccountEnv>((c, next) =>
      guard(c, async () => {
        await next();
        // After a refusal, too.
        if (c.error && !(c.error instanceof Problem)) return;
        // What is done stays done, also if this fails.
        await notePartnerNetwork(context, c.var.account.user.id, c.var.clientNetwork).catch(
          (error: unknown) => context.log.error({ err: error }, 'Cannot note the network of a partner'),
        );
      }),
    );
  return {
    requireAccount: noteNetwork(guards.requireAccount),
    requireFreshAccount: noteNetwork(guards.requireFreshAccount),
  };
}
