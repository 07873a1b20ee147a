import { unitsToDecimal } from '#core/exchange/amount.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import { setReserve } from '../../catalogue/reserveLedger.ts';
import { changeWithAudit } from '../auditLog.ts';
import {
  createFailure,
  createSuccess,
  formatColumns,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from '../operatorCommand.ts';
import { parseAmountArgument } from '../parseAmountArgument.ts';
import { describeUnknownCurrency } from './currencyPair.ts';

/** Shows the reserves, or sets the total reserve of a currency, including what is held. */
export const reserveCommand: OperatorCommand = {
  usage: ['reserve [code]', 'reserve <code> <amount>'],
  summary: 'show the reserves, or set the total reserve of a currency, including what is held',
  help: [
    '<code>    a currency’s code or alias, in any case',
    '<amount>  a decimal number with at most the currency’s decimals: 12345.5',
    '',
    'TOTAL is what you have, HELD is promised to open claims or to be returned, FREE is what visitors see.',
    'An amount below what is held is refused.',
  ],
  examples: ['reserve USDTTRC20', 'reserve USDTTRC20 312804.55'],
  options: [],
  argumentRange: [0, 2],
  async run(context, [code, text]) {
    const currency = code === undefined ? null : context.catalogue.findCurrencyByCode(code);
    if (currency === undefined) return createFailure(describeUnknownCurrency(code ?? ''));
    if (text === undefined || currency === null)
      return createSuccess(await formatReserves(context, currency));
    const amount = parseAmountArgument(text, currency.decimals);
    return amount === null
      ? createFailure(
          `“${text}” is not an amount with at most ${currency.decimals} decimals. Nothing was changed.`,
        )
      : saveReserve(context, currency, amount);
  },
};

async function formatReserves({ db }: OperatorContext, currency: Currency | null): Promise<string> {
  const rows = await db
    .selectFrom('currencies')
    .leftJoin('reserves', 'reserves.currency_id', 'currencies.id')
    .select(['currencies.code', 'currencies.decimals', 'reserves.amount', 'reserves.held'])
    .$if(currency !== null, query => query.where('currencies.id', '=', BigInt(currency?.id ?? 0)))
    .orderBy('currencies.position')
    .execute();
  const lines = rows.map(({ code, decimals, amount, held }) => {
    const format = (units: bigint) => unitsToDecimal(units, Number(decimals));
    return [code, format(amount ?? 0n), format(held ?? 0n), format((amount ?? 0n) - (held ?? 0n))];
  });
  return formatColumns([['CODE', 'TOTAL', 'HELD', 'FREE'], ...lines]);
}

function saveReserve(context: OperatorContext, currency: Currency, amount: bigint): Promise<CommandResult> {
  const { code, decimals, ticker } = currency;
  const format = (units: bigint) => `${unitsToDecimal(units, decimals)} ${ticker}`;
  return changeWithAudit(context, async trx => {
    const currencyId = BigInt(currency.id);
    const before = await trx
      .selectFrom('reserves')
      .select('amount')
      .where('currency_id', '=', currencyId)
      .executeTakeFirst();
    const result = await setReserve(trx, { currencyId, amount, at: context.now() });
    if (!result.ok)
      return createFailure(
        `The total reserve of ${code} cannot be below the ${format(result.held)} that are held. Nothing was changed.`,
      );
    const [from, to] = [format(before?.amount ?? 0n), format(amount)];
    return {
      ...createSuccess(`The total reserve of ${code}: ${from} → ${to}.`),
      entry: { command: 'reserve', target: code, detail: { from, to } },
    };
  });
}
