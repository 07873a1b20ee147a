import { Hono } from 'hono';
import { PromocodeAdd } from '#core/contract/account/accountOverview.ts';
import { loadAccountDiscount } from '../../accounts/overview/accountDiscount.ts';
import { addAccountPromocode, listAccountPromocodes } from '../../accounts/overview/accountPromocodes.ts';
import { loadAccountStatistics } from '../../accounts/overview/accountStatistics.ts';
import { createBestPairsReader } from '../../accounts/overview/bestPairs.ts';
import type { ServerContext } from '../../context.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { sendProblemResult } from '../../http/problemResponse.ts';
import { createAccountGuards } from './accountGuards.ts';
import { accountOverviewDocs } from './accountOverviewDocs.ts';

/** Routes below /api/v1/users: statistics, promocodes and best pairs of an account. */
export function createAccountOverviewRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  const { withAccount } = createAccountGuards(context);
  const listBestPairs = createBestPairsReader(context);

  routes.get('/me/statistics/', accountOverviewDocs.statistics, c =>
    withAccount(c, async ({ user }) => c.json(await loadAccountStatistics(context, user.id))),
  );

  routes.get('/me/promocodes/', accountOverviewDocs.promocodes, c =>
    withAccount(c, async ({ user }) => c.json(await listAccountPromocodes(context, user.id))),
  );

  routes.post('/me/promocodes/', accountOverviewDocs.addPromocode, c =>
    withAccount(c, async ({ user }) => {
      const body = await parseJsonBody(c, PromocodeAdd);
      if (!body.ok) return sendProblemResult(c, body);
      const result = await addAccountPromocode(context, user.id, body.output.code);
      return result.ok ? c.json(result.promocode, 201) : sendProblemResult(c, result);
    }),
  );

  for (const path of ['/pairs/best', '/pairs/best/'])
    routes.get(path, accountOverviewDocs.bestPairs, c =>
      withAccount(c, async ({ user }) =>
        c.json(await listBestPairs(await loadAccountDiscount(context, user.id))),
      ),
    );

  return routes;
}
