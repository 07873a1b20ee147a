import { Hono } from 'hono';
import * as v from 'valibot';
import { ShopKeyCreate } from '#core/contract/account/shopKeys.ts';
import { readAccountDevice } from '../../accounts/accountClient.ts';
import type { ServerContext } from '../../context.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { sendProblemResult } from '../../http/problemResponse.ts';
import { notFoundProblem } from '../../http/problemResult.ts';
import { addShopKey, listShopKeys, revokeShopKey } from '../../shop/keys/shopKeys.ts';
import { createPartnerGuards } from '../account/accountGuards.ts';
import { shopKeyDocs } from './shopKeyDocs.ts';

/** PostgreSQL accepts no zero byte in a text. */
const KeyId = v.pipe(v.string(), v.uuid(), v.toLowerCase());

/** Routes below /api/v1/users/me/shop/keys. */
export function createShopKeyRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  const { withAccount, withFreshAccount } = createPartnerGuards(context);

  routes.get('/', shopKeyDocs.list, c =>
    withAccount(c, async ({ user }) => c.json(await listShopKeys(context, user.id))),
  );

  routes.post('/', shopKeyDocs.add, c =>
    withFreshAccount(c, async ({ user }) => {
      const body = await parseJsonBody(c, ShopKeyCreate);
      if (!body.ok) return sendProblemResult(c, body);
      const result = await addShopKey(context, user, body.output, readAccountDevice(c));
      return result.ok ? c.json(result.created, 201) : sendProblemResult(c, result);
    }),
  );

  routes.delete('/:id/', shopKeyDocs.revoke, c =>
    withFreshAccount(c, async ({ user }) => {
      const id = v.safeParse(KeyId, c.req.param('id'));
      if (!id.success) return sendProblemResult(c, notFoundProblem);
      const key = { userId: user.id, id: id.output };
      const result = await revokeShopKey(context, key, readAccountDevice(c));
      return result.ok ? c.body(null, 204) : sendProblemResult(c, result);
    }),
  );

  return routes;
}
