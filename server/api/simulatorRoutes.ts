import type { Hono } from 'hono';
import type { Transaction } from 'kysely';
import {
  createSimulatedClaimCall,
  moveSimulatedClaimCall,
  SimulatorCreate,
  SimulatorMove,
} from '#core/contract/simulator.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { transactOnClaim } from '#server/exchange/claims/lockClaim.ts';
import { getCurrentCourse } from '#server/exchange/claims/recalculation/recalculation.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { deriveClaimSecret } from '#server/exchange/claims/claimSecret.ts';
import { buildClaimStatus, getClaimCurrencies } from '#server/exchange/claims/view/claimStatus.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { advanceSimulatedClaim } from '#server/demo/advanceSimulatedClaim.ts';
import { createSimulatedClaim } from '#server/demo/createSimulatedClaim.ts';
import { createCallRoutes, everybody } from './callRoutes.ts';

/** Creates the routes under /api/v1/simulator, for OPERATOR=demo only. They access only simulated claims. */
export function createSimulatorRoutes(context: ServerContext): Hono {
  const { db, keys } = context;
  const { routes, addCall } = createCallRoutes('/api/v1/simulator', 'simulator');
  const advance = async (trx: Transaction<DatabaseSchema>, claim: ClaimRow, move: SimulatorMove) => {
    const currentCourse = await getCurrentCourse(context, trx, claim);
    const { decimals } = getClaimCurrencies(context.catalogue, claim).from;
    return advanceSimulatedClaim(context, trx, claim, move, decimals, currentCourse);
  };

  addCall(
    createSimulatedClaimCall,
    { access: everybody, status: 201, body: SimulatorCreate },
    async (_c, { body }) => {
      const claim = await runInTransaction(db, async trx => {
        const created = await createSimulatedClaim(context, trx, body);
        return body.status === 'new' ? created : advance(trx, created, body);
      });
      const secret = deriveClaimSecret(keys, claim);
      return { ...(await buildClaimStatus(context, db, claim)), secret };
    },
  );

  addCall(moveSimulatedClaimCall, { access: everybody, body: SimulatorMove }, async (_c, { id, body }) => {
    const moved = await transactOnClaim(db, id, async (trx, claim) => {
      const simulated = trx.selectFrom('simulated_claims').select('claim_id').where('claim_id', '=', id);
      if (!(await simulated.executeTakeFirst())) throw notFoundProblem;
      return advance(trx, claim, body);
    });
    return buildClaimStatus(context, db, moved);
  });

  return routes;
}
