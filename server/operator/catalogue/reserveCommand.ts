import { unitsToDecimal } from '#core/exchange/amount.ts';
import { setReserve } from '../../catalogue/reserveLedger.ts';
import { transactIfOk } from '../../database/transactIfOk.ts';
import { writeAuditEntry } from '../auditLog.ts';
import { createSuccess, createFailure, type OperatorCommand } from '../operatorCommand.ts';
import { parseAmountArgument } from '../parseAmountArgument.ts';

/** Sets the total reserve of a currency, including what is held. */
export const reserveCommand: OperatorCommand = {
  usage: ['reserve <code> <amount>'],
  summary: 'set the total reserve of a currency, including what is held',
  help: [
    '<code>    a currency’s code or alias, in any case',
    '<amount>  a decimal number with at most the currency’s decimals: 12345.5',
    '',
    'An amount below what is held, by open claims and as money to return, is refused.',
  ],
  examples: ['reserve USDTTRC20 312804.55'],
  options: [],
  argumentRange: [2, 2],
  async run(context, [code = '', text = '']) {
    const { db, now, catalogue } = context;
    const currency = catalogue.findCurrencyByCode(code);
    if (!currency) return createFailure(`There is no currency ${code}.`);
    const { decimals, ticker } = currency;
    const amount = parseAmountArgument(text, decimals);
    if (amount === null)
      return createFailure(`“${text}” is not an amount with at most ${decimals} decimals.`);
    const result = await transactIfOk(db, async trx => {
      const at = now();
      const setResult = await setReserve(trx, { currencyId: BigInt(currency.id), amount, at });
      const detail = { amount: unitsToDecimal(amount, decimals) };
      if (setResult.ok)
        await writeAuditEntry(context, trx, { command: 'reserve', target: currency.code, detail });
      return setResult;
    });
    return result.ok
      ? createSuccess(
          `The total reserve of ${currency.code} is ${unitsToDecimal(amount, decimals)} ${ticker}.`,
        )
      : createFailure(
          `The total reserve of ${currency.code} cannot be below the ${unitsToDecimal(result.held, decimals)} ${ticker} that are held.`,
        );
  },
};
