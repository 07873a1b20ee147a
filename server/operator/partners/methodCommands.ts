import { REFERRAL_DECIMALS } from '#core/contract/account/referral.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { WithdrawalMethodRow } from '../../database/partnerRows.ts';
import { formatFunds } from '../../referral/ledger/postEntry.ts';
import { getPayoutCourse, listMethods } from '../../referral/withdrawals/withdrawalMethods.ts';
import { changeWithAudit } from '../auditLog.ts';
import { describeUnknownCurrency } from '../catalogue/currencyPair.ts';
import { parseSentence } from '../catalogue/parseValue.ts';
import {
  createFailure,
  createSuccess,
  formatColumns,
  formatUsage,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from '../operatorCommand.ts';
import { parseAmountArgument } from '../parseAmountArgument.ts';

/** Lists the currencies in which partners are paid. */
export const methodsCommand: OperatorCommand = {
  usage: ['methods'],
  summary: 'list the currencies in which withdrawals of partners are paid',
  help: ['COURSE: units of the currency for 1 USD now. A closed one stays listed with its reason.'],
  examples: ['methods'],
  options: [],
  argumentRange: [0, 0],
  async run(context) {
    const methods = await listMethods(context.db, context.catalogue);
    const lines = methods.map(({ currency, fee, closed }) => [
      currency.code,
      `${formatFunds(fee)} USD`,
      getPayoutCourse(context, currency) ?? 'no price',
      closed ?? '',
    ]);
    return createSuccess(formatColumns([['CURRENCY', 'FEE', 'COURSE', 'CLOSED'], ...lines]));
  },
};

/** Opens or closes a currency for withdrawals of partners. */
export const methodCommand: OperatorCommand = {
  usage: ['method <currency> <fee>', 'method <currency> close --reason "<sentence>"'],
  summary: 'pay withdrawals of partners in a currency, for a fee, or close it',
  help: [
    '<currency>  a code of a coin, a bank or a transfer by phone; not cash',
    '<fee>       US dollars that a withdrawal costs the partner: 1.5, or 0; opens the currency',
    '--reason    why it is closed; partners read it, so write it in Russian',
    '',
    'Withdrawals that are open already keep their course and fee.',
  ],
  examples: ['method USDTTRC20 1.5', 'method SBPRUB close --reason "Банк не проводит переводы"'],
  options: ['reason'],
  argumentRange: [2, 2],
  async run(context, [code = '', text = ''], { reason }) {
    const currency = context.catalogue.findCurrencyByCode(code);
    if (!currency) return createFailure(describeUnknownCurrency(code));
    if (currency.kind === 'cash')
      return createFailure(`${currency.code} is cash: there is no requisite to pay to.`);
    if (text === 'close') {
      const sentence = parseSentence(reason ?? '');
      return sentence.ok
        ? saveMethod(context, currency, { closed: sentence.value })
        : createFailure(`close requires --reason: ${sentence.problem}.`);
    }
    if (reason !== undefined)
      return createFailure(`Only “close” accepts --reason. ${formatUsage(methodCommand)}`);
    const fee = parseAmountArgument(text, REFERRAL_DECIMALS);
    return fee === null
      ? createFailure(`“${text}” is not a fee in US dollars with at most ${REFERRAL_DECIMALS} decimals.`)
      : saveMethod(context, currency, { fee, closed: null });
  },
};

function saveMethod(
  context: OperatorContext,
  { id, code }: Currency,
  change: Partial<WithdrawalMethodRow>,
): Promise<CommandResult> {
  return changeWithAudit(context, async trx => {
    const known = (await listMethods(trx, context.catalogue)).find(({ currency }) => currency.id === id);
    if (!known && change.fee === undefined)
      return createFailure(`Withdrawals are not paid in ${code} anyway. Nothing was changed.`);
    const row = { fee: known?.fee ?? 0n, closed: known?.closed ?? null, ...change };
    await trx
      .insertInto('withdrawal_methods')
      .values({ currency_id: BigInt(id), ...row })
      .onConflict(conflict => conflict.column('currency_id').doUpdateSet(row))
      .execute();
    const fee = `${formatFunds(row.fee)} USD`;
    return {
      ...createSuccess(row.closed === null ? `${code}: open, fee ${fee}.` : `${code}: closed.`),
      entry: { command: 'method', target: code, detail: { fee, closed: row.closed } },
    };
  });
}
