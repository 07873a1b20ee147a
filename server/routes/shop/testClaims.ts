import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { FieldProblem, Problem } from '#core/contract/problem.ts';
import { TestClaimMove, TestClaimWalk } from '#core/contract/shop.ts';
import type { ServerContext } from '../../context.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { sendProblemResult } from '../../http/problemResponse.ts';
import { notFoundProblem } from '../../http/problemResult.ts';
import { readTestClaim, startTestClaim, walkTestClaim } from '../../shop/claims/walkTestClaim.ts';
import { createPartnerGuards } from '../account/accountGuards.ts';
import { describeJson, describeJsonBody } from '../openapiDocs.ts';
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

/** PostgreSQL accepts no zero byte in a text. */
const ClaimId = v.pipe(v.string(), v.uuid(), v.toLowerCase());

/** Routes below /api/v1/users/me/shop/test-claims: what the page about the API shows without a key. */
export function createTestClaimRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  const { withAccount } = createPartnerGuards(context);

  routes.post('/', testClaimDocs.start, c =>
    withAccount(c, async ({ user }) => {
      const result = await startTestClaim(context, user.id);
      return result.ok ? c.json(result.claim, 201) : sendProblemResult(c, result);
    }),
  );

  routes.get('/:id/', testClaimDocs.read, c =>
    withAccount(c, async ({ user }) => {
      const id = v.safeParse(ClaimId, c.req.param('id'));
      if (!id.success) return sendProblemResult(c, notFoundProblem);
      const result = await readTestClaim(context, user.id, id.output);
      return result.ok ? c.json(result.claim) : sendProblemResult(c, result);
    }),
  );

  routes.post('/:id/', testClaimDocs.move, c =>
    withAccount(c, async ({ user }) => {
      const body = await parseJsonBody(c, TestClaimMove);
      if (!body.ok) return sendProblemResult(c, body);
      const id = v.safeParse(ClaimId, c.req.param('id'));
      if (!id.success) return sendProblemResult(c, notFoundProblem);
      const result = await walkTestClaim(context, { userId: user.id, id: id.output }, body.output);
      return result.ok ? c.json(result.claim) : sendProblemResult(c, result);
    }),
  );

  return routes;
}
