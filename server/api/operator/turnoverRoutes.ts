import { exportTurnoverCall, getTurnoverCall } from '#core/contract/operator/turnover.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { computeTurnover } from '#server/operator/turnover/computeTurnover.ts';
import { exportTurnover } from '#server/operator/turnover/exportTurnover.ts';
import { sendCsv } from '#server/platform/http/response/csv.ts';
import type { AddCall } from '../callRoutes.ts';
import type { createStaffAccess } from './staffGuard.ts';

/** Routes of the turnover. */
export function addTurnoverCalls(
  addCall: AddCall,
  context: ServerContext,
  accessFor: ReturnType<typeof createStaffAccess>,
): void {
  const access = accessFor('read');
  addCall(getTurnoverCall, { access }, c => computeTurnover(context, c.req.query(), context.now()));
  addCall(exportTurnoverCall, { access, mediaType: 'text/csv' }, async c =>
    sendCsv(c, await exportTurnover(context, c.req.query()), 'turnover.csv'),
  );
}
