import { toText } from '#core/exchange/amount.ts';
import * as ledger from '../catalogue/reserve.ts';
import { attempt } from '../claims/attempt.ts';
import { inTransaction } from '../database/database.ts';
import { record } from './audit.ts';
import { done, refused, usage, type Command } from './command.ts';
import { units } from './sum.ts';

/** Says how much of a currency we own in all, open claims included. */
export const reserve: Command = {
  usage: ['reserve <code> <amount>'],
  summary: 'set how much of a currency we own in all, what open claims hold included',
  help: [
    '<code>    a currency’s code or alias, in any case',
    '<amount>  decimal text, with at most the currency’s decimals: 12345.5',
    '',
    'Less than open claims hold is refused.',
  ],
  options: [],
  takes: [2, 2],
  async run({ db, now, catalogue }, [code = '', text = '']) {
    const currency = catalogue.byCode(code);
    if (!currency) return refused(`There is no currency ${code}.`);
    const { decimals, ticker } = currency;
    const amount = units(text, decimals);
    if (amount === null) return refused(`“${text}” is not a sum with at most ${decimals} decimals.`);
    const result = await attempt(db, async trx => {
      const at = now();
      const set = await ledger.set(trx, { currencyId: BigInt(currency.id), amount, at });
      const detail = { amount: toText(amount, decimals) };
      if (set.ok) await record(trx, { command: 'reserve', target: currency.code, detail, at });
      return set;
    });
    return result.ok
      ? done(`${currency.code}: we own ${toText(amount, decimals)} ${ticker}.`)
      : refused(
          `Open claims hold ${toText(result.held, decimals)} ${ticker} of ${currency.code}; less cannot be set.`,
        );
  },
};

/** Closes the exchange to visitors, or opens it again. */
export const maintenance: Command = {
  usage: ['maintenance on|off'],
  summary: 'close the exchange for maintenance, or open it again',
  help: ['Running servers follow within a second. Claims that are there stay as they are.'],
  options: [],
  takes: [1, 1],
  async run({ db, now }, [word = '']) {
    if (word !== 'on' && word !== 'off') return refused(usage(maintenance));
    const value = JSON.stringify({ tech: word === 'on', until: null });
    await inTransaction(db, async trx => {
      await trx
        .insertInto('settings')
        .values({ name: 'tech', value })
        .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
        .execute();
      await record(trx, { command: 'maintenance', target: 'exchange', detail: { set: word }, at: now() });
    });
    return done(word === 'on' ? 'The exchange is closed for maintenance.' : 'The exchange is open.');
  },
};
