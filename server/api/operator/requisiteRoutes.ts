import { addRequisiteCall, listRequisitesCall, NewRequisite } from '#core/contract/operator/requisites.ts';
import { runStaffChange } from '#server/operator/defineCommand.ts';
import { readRequisites } from '#server/operator/requisites/requisiteList.ts';
import { addRequisite } from '#server/operator/requisites/requisiteTable.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import type { AddStaffCalls } from './staffGuard.ts';

/** Codes of fields that the response keeps. */
const codes = ['empty', 'too_long'];

/** Routes of the requisites that clients pay to. */
export const addStaffRequisiteCalls: AddStaffCalls = (addCall, context, accessFor) => {
  addCall(listRequisitesCall, { access: accessFor('read') }, () => readRequisites(context));
  addCall(
    addRequisiteCall,
    { access: accessFor('requisites'), body: NewRequisite, codes },
    async (c, { body: { currency: code, ...texts } }) => {
      const currency = context.catalogue.findCurrencyByCode(code);
      if (!currency) throw notFoundProblem;
      await runStaffChange(c.var.staff.operator, 'requisite add', trx => addRequisite(trx, currency, texts));
      return readRequisites(context);
    },
  );
};
