import { Hono, type Context } from 'hono';
import type { Transaction } from 'kysely';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { ClaimCreated, ClaimStatus } from '#core/contract/claim.ts';
import { Problem } from '#core/contract/problem.ts';
import { SimulatorCreate, SimulatorMove } from '#core/contract/simulator.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { transactOnClaim } from '#server/exchange/claims/lockClaim.ts';
import { getCurrentCourse } from '#server/exchange/claims/recalculation/recalculation.ts';
import { parseJsonText } from '#server/platform/http/request/parseJsonText.ts';
import { createFieldProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { deriveClaimSecret } from '#server/exchange/claims/claimSecret.ts';
import { buildClaimStatus, getClaimCurrencies } from '#server/exchange/claims/view/claimStatus.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { advanceSimulatedClaim } from '#server/demo/advanceSimulatedClaim.ts';
import { createSimulatedClaim } from '#server/demo/createSimulatedClaim.ts';
import { describeJson, describeJsonBody } from '#server/platform/http/openapiDocs.ts';

const forbiddenResponse = describeJson(
  Problem,
  '`transition_forbidden` with the current `status`: no allowed transitions lead there',
);

const simulatorDocs = {
  create: describeRoute({
    summary: 'Create a simulated claim in any status, without money (only with OPERATOR=demo)',
    tags: ['simulator'],
    requestBody: describeJsonBody(SimulatorCreate),
    responses: {
      201: describeJson(ClaimCreated, 'The claim and its secret'),
      400: describeJson(Problem, 'Errors of the request'),
      404: describeJson(Problem, '`pair_unknown`'),
      409: forbiddenResponse,
    },
  }),
  move: describeRoute({
    summary: 'Move a simulated claim to a status and a reason by the shortest allowed transitions',
    tags: ['simulator'],
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    requestBody: describeJsonBody(SimulatorMove),
    responses: {
      200: describeJson(ClaimStatus, 'The claim'),
      404: describeJson(Problem, '`not_found`: no such simulated claim'),
      409: forbiddenResponse,
    },
  }),
};

const bodyProblem = createFieldProblem({ non_field_errors: { code: 'body_invalid' } });

/** Creates the routes under /api/v1/simulator, for OPERATOR=demo only. They access only simulated claims. */
export function createSimulatorRoutes(context: ServerContext): Hono {
  const { db, keys } = context;
  const routes = new Hono();
  const advance = async (trx: Transaction<DatabaseSchema>, claim: ClaimRow, move: SimulatorMove) => {
    const currentCourse = await getCurrentCourse(context, trx, claim);
    const { decimals } = getClaimCurrencies(context.catalogue, claim).from;
    return advanceSimulatedClaim(context, trx, claim, move, decimals, currentCourse);
  };

  routes.post('/claim/', simulatorDocs.create, async c => {
    const request = await parseBody(c, SimulatorCreate);
    if (!request) throw bodyProblem;
    const claim = await runInTransaction(db, async trx => {
      const created = await createSimulatedClaim(context, trx, request);
      return request.status === 'new' ? created : advance(trx, created, request);
    });
    const secret = deriveClaimSecret(keys, claim);
    return c.json({ ...(await buildClaimStatus(context, db, claim)), secret }, 201);
  });

  routes.post('/claim/:id/', simulatorDocs.move, async c => {
    const id = c.req.param('id').toLowerCase();
    const request = await parseBody(c, SimulatorMove);
    const moved = await transactOnClaim(db, id, async (trx, claim) => {
      const simulated = trx.selectFrom('simulated_claims').select('claim_id').where('claim_id', '=', id);
      if (!claim || !(await simulated.executeTakeFirst())) throw notFoundProblem;
      if (!request) throw bodyProblem;
      return advance(trx, claim, request);
    });
    return c.json(await buildClaimStatus(context, db, moved));
  });

  return routes;
}

async function parseBody<T>(c: Context, schema: v.GenericSchema<unknown, T>): Promise<T | null> {
  const result = v.safeParse(schema, parseJsonText(await c.req.text().catch(() => '')));
  return result.success ? result.output : null;
}
