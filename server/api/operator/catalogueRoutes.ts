import { getClosingCall } from '#core/contract/operator/closing.ts';
import { listOperatorCurrenciesCall } from '#core/contract/operator/currencies.ts';
import { listOperatorPairsCall, previewPairCall } from '#core/contract/operator/pairs.ts';
import { changeValueCall, ValueChange } from '#core/contract/operator/values.ts';
import { formatCurrencyName } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { listStaffCurrencies } from '#server/operator/catalogue/staffCurrencies.ts';
import { previewPair, readPairPage } from '#server/operator/catalogue/staffPairs.ts';
import { findStaffValue } from '#server/operator/catalogue/staffValues.ts';
import { checkRight, type AddStaffCalls } from './staffGuard.ts';

/** Routes of pairs, closings, and the values that staff changes. */
export const addStaffCatalogueCalls: AddStaffCalls = (addCall, context, accessFor) => {
  const { catalogue } = context;
  const access = accessFor('read');
  // After a conflict the page reads at once what another process has changed.
  addCall(listOperatorPairsCall, { access }, async c => {
    await catalogue.reload();
    return readPairPage(context, c.req.query(), listOperatorPairsCall.path);
  });
  addCall(previewPairCall, { access }, (c, { code }) =>
    previewPair(c.var.staff.operator, code, c.req.query()),
  );
  addCall(getClosingCall, { access }, async () => {
    await catalogue.reload();
    return {
      isMaintenance: catalogue.getMaintenance().tech,
      currencies: catalogue.currencies
        .filter(({ sendVisible, receiveVisible }) => sendVisible || receiveVisible)
        .map(currency => ({
          code: currency.code,
          name: formatCurrencyName(currency),
          send: currency.sendClosed,
          receive: currency.receiveClosed,
        })),
    };
  });
  addCall(listOperatorCurrenciesCall, { access }, () => listStaffCurrencies(context.db));
  addCall(
    changeValueCall,
    { access, body: ValueChange, codes: ['too_long'] },
    async (c, { table, key, field, body }) => {
      const { staff } = c.var;
      const value = findStaffValue(table, field);
      await checkRight(staff, value.right);
      await value.change(staff.operator, key, body);
    },
  );
};
