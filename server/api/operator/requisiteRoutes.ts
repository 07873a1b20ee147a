import { addCityCall, listCitiesCall, NewCity, removeCityCall } from '#core/contract/operator/cities.ts';
import { addRequisiteCall, listRequisitesCall, NewRequisite } from '#core/contract/operator/requisites.ts';
import { addCity, parseCityKey, readCities, removeCity } from '#server/operator/catalogue/cityCommands.ts';
import { runStaffChange } from '#server/operator/defineCommand.ts';
import { parseCurrency } from '#server/operator/parseValue.ts';
import { readRequisites } from '#server/operator/requisites/requisiteList.ts';
import { addRequisite } from '#server/operator/requisites/requisiteTable.ts';
import type { AddStaffCalls } from './staffGuard.ts';

/** Codes of fields that the response keeps. */
const codes = ['empty', 'too_long'];

/** Routes of the requisites that clients pay to, and of the cities where cash is handed over. */
export const addStaffRequisiteCalls: AddStaffCalls = (addCall, context, accessFor) => {
  const access = accessFor('requisites');
  addCall(listRequisitesCall, { access: accessFor('read') }, () => readRequisites(context));
  addCall(
    addRequisiteCall,
    { access, body: NewRequisite, codes },
    async (c, { body: { currency: code, ...texts } }) => {
      await runStaffChange(c.var.staff.operator, 'requisite add', trx =>
        addRequisite(trx, parseCurrency(code, { context: trx }), texts),
      );
      return readRequisites(context);
    },
  );
  addCall(listCitiesCall, { access: accessFor('read') }, () => readCities(context));
  addCall(
    addCityCall,
    { access, body: NewCity, codes },
    async (c, { body: { currency, code, ...texts } }) => {
      await runStaffChange(c.var.staff.operator, 'city add', trx =>
        addCity(trx, parseCityKey(`${currency}-${code}`, { context: trx }), texts),
      );
      return readCities(context);
    },
  );
  addCall(removeCityCall, { access }, async (c, { key }) => {
    await runStaffChange(c.var.staff.operator, 'city remove', trx =>
      removeCity(trx, parseCityKey(key, { context: trx })),
    );
    return readCities(context);
  });
};
