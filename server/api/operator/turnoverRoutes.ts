import { exportTurnoverCall, getTurnoverCall } from '#core/contract/operator/turnover.ts';
import { computeTurnover } from '#server/operator/turnover/computeTurnover.ts';
import { exportTurnover } from '#server/operator/turnover/exportTurnover.ts';
import { sendCsv } from '#server/platform/http/response/csv.ts';
import type { AddStaffCalls } from './staffGuard.ts';

/** Routes of the turnover. */
export const addTurnoverCalls: AddStaffCalls = (addCall, context, accessFor) => {
  const access = accessFor('read');
  addCall(getTurnoverCall, { access }, c => computeTurnover(context, c.req.query(), context.now()));
  addCall(exportTurnoverCall, { access, mediaType: 'text/csv' }, async c =>
    sendCsv(c, await exportTurnover(context, c.req.query()), 'turnover.csv'),
  );
};
