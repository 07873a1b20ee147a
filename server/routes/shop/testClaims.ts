import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { FieldProblem, Problem } from '#core/contract/problem.ts';
import { TestClaimMove, TestClaimWalk } from '#core/contract/shop.ts';
import type { ServerContext } from '../../context.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { readTestClaim, startTestClaim, advanceTestClaim } from '../../shop/claims/advanceTestClaim.ts';
import { createPartnerGuards } from '../account/accountGuards.ts';
import { describeJson, describeJsonBody } from '../openapiDocs.ts';
import { readUuid } from '../readUuid.ts';
import { freshAccountRefusals, shopIdParameter } from './shopKeyDocs.ts';

const tags = ['users'];
const security = [{ bearer: [] }];
const claimResponse = describeJson(TestClaimWalk, 'The claim and the webhooks that it has sent');
const unknownResponse = describeJson(Problem, '`not_found`: no such test claim of this account');

const testClaimDocs = {
  start: describeRoute({
    summary: 'Create a test claim of an open pair, as a test key does',
    tags,
    security,
    responses: {
      201: claimResponse,
      401: freshAccountRefusals[401],
      409: describeJson(Problem, '`direction_closed`: no pair is open'),
      429: describeJson(Problem, '`test_claims_limit`: the shop has 1,000 test claims'),
    },
  }),
  read: describeRoute({
    summary: 'Read a test claim with the webhooks that it has sent',
    tags,
    security,
    parameters: [shopIdParameter],
    responses: { 200: claimResponse, 401: freshAccountRefusals[401], 404: unknownResponse },
  }),
  move: describeRoute({
    summary: 'Move a test claim to a status that may follow',
    tags,
    security,
    parameters: [shopIdParameter],
    requestBody: describeJsonBody(TestClaimMove),
    responses: {
      200: claimResponse,
      400: describeJson(FieldProblem, 'The invalid field'),
      401: freshAccountRefusals[401],
      404: unknownResponse,
      409: describeJson(
        Problem,
        '`transition_forbidden` with `status` and `next`; `test_moves_limit`: it has had 100 statuses',
      ),
    },
  }),
};

/** Routes below /api/v1/users/me/shop/test-claims: the demonstration on the page about the API, without a key. */
export function createTestClaimRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  const { requireAccount } = createPartnerGuards(context);

  routes.post('/', testClaimDocs.start, requireAccount, async c =>
    c.json(await startTestClaim(context, c.var.account.user.id), 201),
  );

  routes.get('/:id/', testClaimDocs.read, requireAccount, async c =>
    c.json(await readTestClaim(context, c.var.account.user.id, readUuid(c).toLowerCase())),
  );

  routes.post('/:id/', testClaimDocs.move, requireAccount, async c => {
    const body = await parseJsonBody(c, TestClaimMove);
    const owned = { userId: c.var.account.user.id, id: readUuid(c).toLowerCase() };
    return c.json(await advanceTestClaim(context, owned, body));
  });

  return routes;
}
