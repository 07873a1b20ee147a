import type { Hono } from 'hono';
import {
  moveTestClaimCall,
  readTestClaimCall,
  startTestClaimCall,
  TestClaimMove,
} from '#core/contract/shop.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import {
  readOwnTestClaim,
  startTestClaim,
  advanceTestClaim,
} from '#server/partners/shopClaims/advanceTestClaim.ts';
import { createAccountAccess, createPartnerGuards } from '../account/accountGuards.ts';
import { createCallRoutes } from '../callRoutes.ts';

/** Routes of the demonstration on the page about the API, below /api/v1/users: test claims without a key. */
export function createTestClaimRoutes(context: ServerContext): Hono {
  const { routes, addCall } = createCallRoutes('/api/v1/users', 'users');
  const access = createAccountAccess(createPartnerGuards(context)).account;
  addCall(startTestClaimCall, { access, status: 201 }, c => startTestClaim(context, c.var.account.user.id));
  addCall(readTestClaimCall, { access }, (c, { id }) =>
    readOwnTestClaim(context, { userId: c.var.account.user.id, id }),
  );
  addCall(moveTestClaimCall, { access, body: TestClaimMove }, (c, { id, body }) =>
    advanceTestClaim(context, { userId: c.var.account.user.id, id }, body),
  );
  return routes;
}
