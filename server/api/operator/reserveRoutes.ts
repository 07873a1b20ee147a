import {
  changeReserveCall,
  listOperatorReservesCall,
  listReserveEntriesCall,
  ReserveChange,
} from '#core/contract/operator/reserves.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { changeReserve } from '#server/operator/catalogue/reserveCommand.ts';
import { listReserves, reserveEntryList } from '#server/operator/catalogue/reserveList.ts';
import { runStaffChange } from '#server/operator/defineCommand.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { readListPage } from '#server/platform/lists/listDefinition.ts';
import type { AddCall } from '../callRoutes.ts';
import type { createStaffAccess } from './staffGuard.ts';

/** Routes of reserves for staff. */
export function addStaffReserveCalls(
  addCall: AddCall,
  context: ServerContext,
  accessFor: ReturnType<typeof createStaffAccess>,
): void {
  const { catalogue, db } = context;
  const findCurrency = (code: string) => {
    const currency = catalogue.findCurrencyByCode(code);
    if (!currency) throw notFoundProblem;
    return currency;
  };
  addCall(listOperatorReservesCall, { access: accessFor('read') }, async () => ({
    results: await listReserves(db),
  }));
  addCall(listReserveEntriesCall, { access: accessFor('read') }, async (c, { code }) => {
    const path = listReserveEntriesCall.path.replace('{code}', code);
    return readListPage(context, reserveEntryList, { owner: findCurrency(code), query: c.req.query(), path });
  });
  addCall(
    changeReserveCall,
    { access: accessFor('reserves'), body: ReserveChange, codes: ['number_format'] },
    async (c, { code, body }) => {
      const currency = findCurrency(code);
      await runStaffChange(c.var.staff.operator, 'reserve', trx => changeReserve(trx, currency, body));
      const [reserve] = await listReserves(db, currency.id);
      if (!reserve) throw notFoundProblem;
      return reserve;
    },
  );
}
