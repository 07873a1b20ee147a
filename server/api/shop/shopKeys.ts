import type { Hono } from 'hono';
import {
  createShopKeyCall,
  listShopKeysCall,
  revokeShopKeyCall,
  ShopKeyCreate,
} from '#core/contract/account/shopKeys.ts';
import { readAccountDevice } from '#server/accounts/accountClient.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { addShopKey, listShopKeys, revokeShopKey } from '#server/partners/keys/shopKeys.ts';
import { createAccountAccess, createPartnerGuards } from '../account/accountGuards.ts';
import { createCallRoutes } from '../callRoutes.ts';

/** Routes of the keys of the shop API, below /api/v1/users. */
export function createShopKeyRoutes(context: ServerContext): Hono {
  const { routes, addCall } = createCallRoutes('/api/v1/users', 'users');
  const { account, freshAccount } = createAccountAccess(createPartnerGuards(context));
  addCall(listShopKeysCall, { access: account }, c => listShopKeys(context, c.var.account.user.id));
  addCall(createShopKeyCall, { access: freshAccount, body: ShopKeyCreate, status: 201 }, (c, { body }) =>
    addShopKey(context, c.var.account.user, body, readAccountDevice(c)),
  );
  addCall(revokeShopKeyCall, { access: freshAccount }, (c, { id }) =>
    revokeShopKey(context, { userId: c.var.account.user.id, id }, readAccountDevice(c)),
  );
  return routes;
}
