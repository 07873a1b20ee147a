import { unitsToDecimal } from '#core/exchange/amount.ts';
import { setReserve } from '#server/exchange/catalogue/reserveLedger.ts';
import { selectRows } from '../selectRows.ts';
import { defineCall, defineChange, anyText, optional, refuse } from '../defineCommand.ts';
import { formatTable } from '../formatText.ts';
import { parseAmount, parseCurrency } from '../parseValue.ts';

/** Shows the reserves, or sets the total reserve of a currency, including the held amount. */
export const reserveCommands = [
  {
    name: 'reserve',
    summary: 'show the reserves, or set the total reserve of a currency, including what is held',
    help: {
      '<code>': 'a currency’s code or alias, in any case',
      '<amount>': 'a decimal number with at most the currency’s decimals: 12345.5',
    },
    notes:
      'TOTAL is what you have, HELD is promised to open claims or to be returned, FREE is what visitors see. An amount below what is held is refused.',
    examples: ['reserve USDTTRC20', 'reserve USDTTRC20 312804.55'],
  },
  defineCall('reserve [code]', { code: optional(parseCurrency) }, async ({ db }, { code: currency }) => {
    const rows = await db
      .selectFrom('currencies')
      .leftJoin('reserves', 'reserves.currency_id', 'currencies.id')
      .select(['currencies.code', 'currencies.decimals', 'reserves.amount', 'reserves.held'])
      .$if(currency !== undefined, query => query.where('currencies.id', '=', BigInt(currency?.id ?? 0)))
      .orderBy('currencies.position')
      .execute();
    const format = (units: bigint, { decimals }: { decimals: bigint }) =>
      unitsToDecimal(units, Number(decimals));
    return formatTable(rows, 'No reserves.', {
      CODE: ({ code }) => code,
      TOTAL: row => format(row.amount ?? 0n, row),
      HELD: row => format(row.held ?? 0n, row),
      FREE: row => format((row.amount ?? 0n) - (row.held ?? 0n), row),
    });
  }),
  defineChange(
    'reserve <code> <amount>',
    { code: parseCurrency, amount: anyText },
    async (context, { code: currency, amount: text }) => {
      const { db } = context;
      const { code, decimals, ticker } = currency;
      const amount = parseAmount(text, decimals);
      const format = (units: bigint) => `${unitsToDecimal(units, decimals)} ${ticker}`;
      const currencyId = BigInt(currency.id);
      const before = await selectRows(db, 'reserves', { currency_id: currencyId }).executeTakeFirst();
      const held = await setReserve(db, { currencyId, amount, at: context.now() });
      if (held !== null)
        refuse(
          `The total reserve of ${code} cannot be below the ${format(held)} that are held. Nothing was changed.`,
        );
      const [from, to] = [format(before?.amount ?? 0n), format(amount)];
      return { text: `The total reserve of ${code}: ${from} → ${to}.`, target: code, detail: { from, to } };
    },
  ),
];
