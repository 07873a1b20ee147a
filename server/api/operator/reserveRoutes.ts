import {
  changeReserveCall,
  listOperatorReservesCall,
  listReserveEntriesCall,
  ReserveChange,
} from '#core/contract/operator/reserves.ts';
import { changeReserve } from '#server/operator/catalogue/reserveCommand.ts';
import { listReserves, reserveEntryList } from '#server/operator/catalogue/reserveList.ts';
import { runStaffChange } from '#server/operator/defineCommand.ts';
import { parseCurrency } from '#server/operator/parseValue.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { readListPage } from '#server/platform/lists/listDefinition.ts';
import type { AddStaffCalls } from './staffGuard.ts';

/** Routes of reserves for staff. */
export const addStaffReserveCalls: AddStaffCalls = (addCall, context, accessFor) => {
  const { db } = context;
  addCall(listOperatorReservesCall, { access: accessFor('read') }, async () => ({
    results: await listReserves(db),
  }));
  addCall(listReserveEntriesCall, { access: accessFor('read') }, async (c, { code }) =>
    readListPage(context, reserveEntryList, parseCurrency(code, { context: c.var.staff.operator }), c.req),
  );
  addCall(
    changeReserveCall,
    { access: accessFor('reserves'), body: ReserveChange, codes: ['number_format'] },
    async (c, { code, body }) => {
      const { operator } = c.var.staff;
      const currency = parseCurrency(code, { context: operator });
      await runStaffChange(operator, 'reserve', trx => changeReserve(trx, currency, body));
      const [reserve] = await listReserves(db, currency.id);
      if (!reserve) throw notFoundProblem;
      return reserve;
    },
  );
};
