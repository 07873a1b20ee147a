import { addCityCall, listCitiesCall, NewCity, removeCityCall } from '#core/contract/operator/cities.ts';
import { addRequisiteCall, listRequisitesCall, NewRequisite } from '#core/contract/operator/requisites.ts';
import { addCity, readCities, removeCity, staffCityTable } from '#server/operator/catalogue/cityCommands.ts';
import { parseKey } from '#server/operator/catalogue/staffValues.ts';
import { runStaffChange } from '#server/operator/defineCommand.ts';
import { readRequisites } from '#server/operator/requisites/requisiteList.ts';
import { addRequisite } from '#server/operator/requisites/requisiteTable.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import type { AddStaffCalls } from './staffGuard.ts';

/** Codes of fields that the response keeps. */
const codes = ['empty', 'too_long'];

/** Routes of the requisites that clients pay to, and of the cities where cash is handed over. */
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
  addCall(listCitiesCall, { access: accessFor('read') }, () => readCities(context));
  addCall(
    addCityCall,
    { access: accessFor('requisites'), body: NewCity, codes },
    async (c, { body: { currency, code, ...texts } }) => {
      const { operator } = c.var.staff;
      const key = await parseKey(operator, staffCityTable, `${currency}-${code}`);
      await runStaffChange(operator, 'city add', trx => addCity(trx, key, texts));
      return readCities(context);
    },
  );
  addCall(removeCityCall, { access: accessFor('requisites') }, async (c, { key: text }) => {
    const { operator } = c.var.staff;
    const key = await parseKey(operator, staffCityTable, text);
    await runStaffChange(operator, 'city remove', trx => removeCity(trx, key));
    return readCities(context);
  });
};
