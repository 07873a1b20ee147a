import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { ConfirmationRequired } from '#core/contract/auth.ts';
import { Problem as ProblemBody } from '#core/contract/problem.ts';
import { authenticate, type Account } from '#server/accounts/sessions/authenticate.ts';
import { checkFreshAuthentication } from '#server/accounts/sessions/confirmIdentity.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { Access } from '../callRoutes.ts';
import { describeJson } from '#server/platform/http/openapiDocs.ts';
import { ensurePartner } from '#server/partners/referral/partners.ts';
import { notePartnerNetwork } from '#server/partners/ledger/partnerNetworks.ts';

/** Variables of `c.var` behind a guard. */
export interface AccountEnv {
  Variables: { account: Account };
}

type GuardContext = Pick<ServerContext, 'config' | 'db' | 'keys' | 'now'>;

/** Refusals of a change that needs a recent authentication. */
const freshAccountRefusals = {
  401: describeJson(ProblemBody, '`token_not_valid`: refresh the access token, or log in'),
  403: describeJson(
    ConfirmationRequired,
    '`confirm_required`: the user proved more than 10 minutes ago who they are',
  ),
};

/** Who may make a call of the account: its user, and the user who has authenticated recently. */
export function createAccountAccess(context: GuardContext) {
  const security = [{ bearer: [] }];
  const requireAccount = createMiddleware<AccountEnv>(async (c, next) => {
    c.set('account', await authenticate(context, c));
    await next();
  });
  const requireFreshAccount = createMiddleware<AccountEnv>((c, next) =>
    requireAccount(c, async () => {
      await checkFreshAuthentication(context, c.var.account);
      await next();
    }),
  );
  return {
    account: { guard: requireAccount, security, refusals: { 401: freshAccountRefusals[401] } },
    freshAccount: { guard: requireFreshAccount, security, refusals: freshAccountRefusals },
  } satisfies Record<string, Access<AccountEnv>>;
}

/**
 * Like `createAccountAccess`, for the pages of partners: also records the network of the request, even of the one that
 * creates the partner.
 */
export function createPartnerAccess(context: GuardContext & Pick<ServerContext, 'log'>) {
  const { account, freshAccount } = createAccountAccess(context);
  const noteNetwork = (guard: typeof account.guard) =>
    createMiddleware<AccountEnv>((c, next) =>
      guard(c, async () => {
        await next();
        // Also recorded after a refusal.
        if (c.error && !(c.error instanceof Problem)) return;
        // The request has succeeded, even if this write fails.
        await notePartnerNetwork(context, c.var.account.user.id, c.var.clientNetwork).catch(
          (error: unknown) => context.log.error({ err: error }, 'Cannot note the network of a partner'),
        );
      }),
    );
  return {
    account: { ...account, guard: noteNetwork(account.guard) },
    freshAccount: { ...freshAccount, guard: noteNetwork(freshAccount.guard) },
  };
}

/** Returns the partner of the account; creates it at the first call. */
export const ensurePartnerId = async (
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  c: Context<AccountEnv>,
): Promise<string> => (await ensurePartner(db, c.var.account.user.id, now())).id;
