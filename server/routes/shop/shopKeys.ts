import { Hono } from 'hono';
import { ShopKeyCreate } from '#core/contract/account/shopKeys.ts';
import { readAccountDevice } from '../../accounts/accountClient.ts';
import type { ServerContext } from '../../context.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { addShopKey, listShopKeys, revokeShopKey } from '../../shop/keys/shopKeys.ts';
import { createPartnerGuards } from '../account/accountGuards.ts';
import { readUuid } from '../readUuid.ts';
import { shopKeyDocs } from './shopKeyDocs.ts';

/** Routes below /api/v1/users/me/shop/keys. */
export function createShopKeyRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  const { requireAccount, requireFreshAccount } = createPartnerGuards(context);

  routes.get('/', shopKeyDocs.list, requireAccount, async c =>
    c.json(await listShopKeys(context, c.var.account.user.id)),
  );

  routes.post('/', shopKeyDocs.add, requireFreshAccount, async c => {
    const body = await parseJsonBody(c, ShopKeyCreate);
    return c.json(await addShopKey(context, c.var.account.user, body, readAccountDevice(c)), 201);
  });

  routes.delete('/:id/', shopKeyDocs.revoke, requireFreshAccount, async c => {
    const key = { userId: c.var.account.user.id, id: readUuid(c).toLowerCase() };
    await revokeShopKey(context, key, readAccountDevice(c));
    return c.body(null, 204);
  });

  return routes;
}
