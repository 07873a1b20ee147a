import { fromText, toText, type Units } from '#core/exchange/amount.ts';
import * as ledger from '../catalogue/reserve.ts';
import { inTransaction } from '../database/database.ts';
import { done, refused, type Command } from './command.ts';

/** Says how much of a currency we own in all, open claims included. */
export const reserve: Command = {
  usage: 'reserve <code> <amount>',
  summary: 'set how much of a currency we own in all, what open claims hold included',
  takes: [2, 2],
  async run({ db, now }, [code = '', text = '']) {
    const currency = await db
      .selectFrom('currencies')
      .select(['id', 'code', 'ticker', 'decimals'])
      .where('code', '=', code.toUpperCase())
      .executeTakeFirst();
    if (!currency) return refused(`There is no currency ${code}.`);
    const decimals = Number(currency.decimals);
    const amount = units(text, decimals);
    if (amount === null) return refused(`“${text}” is not a sum with at most ${decimals} decimals.`);
    const result = await inTransaction(db, trx =>
      ledger.set(trx, { currencyId: currency.id, amount, at: now() }),
    );
    return result.ok
      ? done(`${currency.code}: we own ${toText(amount, decimals)} ${currency.ticker}.`)
      : refused(
          `Open claims hold ${toText(result.held, decimals)} ${currency.ticker} of ${currency.code}; less cannot be set.`,
        );
  },
};

/** Closes the exchange to visitors, or opens it again. */
export const maintenance: Command = {
  usage: 'maintenance on|off',
  summary: 'close the exchange for maintenance, or open it again',
  takes: [1, 1],
  async run({ db }, [word = '']) {
    if (word !== 'on' && word !== 'off') return refused(`Usage: ${maintenance.usage}`);
    const value = JSON.stringify({ tech: word === 'on', until: null });
    await db
      .insertInto('settings')
      .values({ name: 'tech', value })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
      .execute();
    return done(word === 'on' ? 'The exchange is closed for maintenance.' : 'The exchange is open.');
  },
};

/** Decimal text → units; null for anything else, for more decimals than the currency has, and beyond int64. */
function units(text: string, decimals: number): Units | null {
  const fraction = /^\d{1,18}(?:\.(\d+))?$/.exec(text);
  if (fraction === null || (fraction[1] ?? '').length > decimals) return null;
  const amount = fromText(text, decimals);
  return amount < 2n ** 63n ? amount : null;
}
