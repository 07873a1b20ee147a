import { REFERRAL_DECIMALS } from '#core/contract/account/referral.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import type { WithdrawalMethodRow } from '#server/platform/database/partnerRows.ts';
import { formatFunds } from '#server/partners/ledger/postEntry.ts';
import { getPayoutCourse, listMethods } from '#server/partners/withdrawals/withdrawalMethods.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { changeRow, createField, defineSetCall, type StaffTable } from '../editableTable.ts';
import { formatClosing, parseClosing } from '../catalogue/closingCommands.ts';
import { defineCall, defineChange, refuse } from '../defineCommand.ts';
import { formatTable } from '../formatText.ts';
import { parseAmount, parseCurrency, parseSentence } from '../parseValue.ts';

/** A currency for payouts to partners; `fee` null: not available. */
interface Row extends Omit<WithdrawalMethodRow, 'currency_id' | 'fee'> {
  fee: WithdrawalMethodRow['fee'] | null;
}

const formatFee = (fee: Row['fee']) => `${formatFunds(fee ?? 0n)} USD`;

export const methodTable: StaffTable<Currency, Row> = {
  parseKey(code, source) {
    const currency = parseCurrency(code, source);
    return currency.kind === 'cash'
      ? refuse(`${currency.code} is cash: there is no requisite to pay to.`, notFoundProblem)
      : currency;
  },
  formatKey: ({ code }) => code,
  fields: {
    fee: {
      parse: text => ({ fee: parseAmount(text, REFERRAL_DECIMALS, 'a fee in US dollars'), closed: null }),
      format: ({ fee }) => formatFee(fee),
    },
    closed: createField('closed', parseClosing, formatClosing),
  },
  async find({ db, catalogue }, { id }) {
    const known = (await listMethods(db, catalogue)).find(({ currency }) => currency.id === id);
    return known ?? { fee: null, closed: null };
  },
  save({ key: { id, code }, after: { fee, closed }, context: { db } }) {
    if (fee === null)
      return refuse(`Withdrawals are not paid in ${code} anyway. Nothing was changed.`, notFoundProblem);
    return db
      .insertInto('withdrawal_methods')
      .values({ currency_id: BigInt(id), fee, closed })
      .onConflict(conflict => conflict.column('currency_id').doUpdateSet({ fee, closed }))
      .execute();
  },
  describe({ key: { code }, after: { fee, closed } }) {
    const text = closed === null ? `${code}: open, fee ${formatFee(fee)}.` : `${code}: closed.`;
    return { text, detail: { fee: formatFee(fee), closed } };
  },
};

/** List the currencies for payouts to partners, and open or close one. */
export const methodCommands = [
  {
    name: 'methods',
    summary: 'list the currencies in which withdrawals of partners are paid',
    notes: 'COURSE: units of the currency for 1 USD now. A closed one stays listed with its reason.',
  },
  defineCall('methods', {}, async context => {
    return formatTable(await listMethods(context.db, context.catalogue), 'No methods.', {
      CURRENCY: ({ currency }) => currency.code,
      FEE: ({ fee }) => formatFee(fee),
      COURSE: ({ currency }) => getPayoutCourse(context, currency) ?? 'no price',
      CLOSED: ({ closed }) => closed ?? '',
    });
  }),
  {
    name: 'method',
    summary: 'pay withdrawals of partners in a currency, for a fee, or close it',
    help: {
      '<currency>': 'a code of a coin, a bank or a transfer by phone; not cash',
      '<fee>': 'US dollars that a withdrawal costs the partner: 1.5, or 0; opens the currency',
      '--reason': 'why it is closed; partners read it, so write it in Russian',
    },
    notes: 'Withdrawals that are open already keep their course and fee.',
    examples: ['method USDTTRC20 1.5', 'method SBPRUB close --reason "Банк не проводит переводы"'],
  },
  defineSetCall('method <currency> <fee>', methodTable, 'fee'),
  defineChange(
    'method <currency> close --reason "<sentence>"',
    { currency: methodTable.parseKey, reason: parseSentence },
    async (context, { currency: key, reason: value }) => {
      const change = await changeRow(context, methodTable, { key, field: 'closed', value });
      return { ...change, command: 'method' };
    },
  ),
];
