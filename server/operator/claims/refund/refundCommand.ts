import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { validateRequisites } from '#server/exchange/claims/create/validateRequisites.ts';
import { lockClaim } from '#server/exchange/claims/lockClaim.ts';
import { getRefundFields, getRefundRequisites } from '#server/exchange/claims/refund/refundFields.ts';
import { getClaimCurrencies } from '#server/exchange/claims/view/claimStatus.ts';
import { maskRequisites } from '#server/exchange/requisites/maskRequisites.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { defineClaimChange, refuse, type Change, type ChangeContext } from '../../defineCommand.ts';
import { parseClaim } from '../findClaim.ts';
import { changeRefundDestination, PAYER } from './refundDestination.ts';

/** Corrects the destination of a claim's refund. */
export const refundCommands = [
  {
    name: 'refund',
    summary: 'correct where the refund of a claim goes, after asking the client',
    help: {
      '<id>': 'the claim’s number, public number or uuid',
      [PAYER]: 'the requisites of the payment',
      '<field>=<value>':
        'other requisites; a coin has refund=<address>, with refundMemo=<tag> where the network has one, a bank card=<number>, a transfer by phone phone=<number>, cash fio=<name> and telegram=<name>',
    },
    notes:
      'The requisites of the payment stay as they are: “claim <id>” shows both. A claim on hold stays on hold until the status refunding. While the refund is in progress, the client is told where it goes, and can stop it.',
    examples: ['refund 7K4QPZ payer', 'refund 7K4QPZ card=2200000000000004'],
  },
  defineClaimChange(`refund <id> ${PAYER}`, { id: parseClaim }, (context, { id: claim }) => {
    const { from } = getClaimCurrencies(context.catalogue, claim);
    const requisites =
      getRefundRequisites(from, { ...claim, refund_requisites: null }) ??
      refuse('The payment has no requisites to refund to, or they are erased: give other ones.');
    return correctRefund(context, claim, from, requisites);
  }),
  defineClaimChange(
    'refund <id> <field>=<value> …',
    { id: parseClaim, field: (_, { words }) => words.slice(2) },
    async (context, { id: claim, field: words }) => {
      const { from } = getClaimCurrencies(context.catalogue, claim);
      const requisites = await parseRequisites(from, words);
      return correctRefund(context, claim, from, requisites);
    },
  ),
];

async function correctRefund(
  context: ChangeContext,
  { id, public_number: number }: ClaimRow,
  currency: Currency,
  requisites: Record<string, string>,
): Promise<Change> {
  const claim = await lockClaim(context.db, id);
  const detail = await changeRefundDestination(context, claim, currency, requisites);
  const masked = maskRequisites(requisites, getRefundFields(currency));
  const next = claim.status === 'refunding' ? '' : ` Continue with “claim ${number} refunding”.`;
  return {
    command: 'refund',
    text: `${number}: the refund goes to ${masked}.${next}`,
    target: id,
    detail,
  };
}

async function parseRequisites(
  currency: Currency,
  words: readonly string[],
): Promise<Record<string, string>> {
  const { code } = currency;
  const fields = getRefundFields(currency);
  const expected = `A refund in ${code} needs ${PAYER} or ${fields.map(({ name }) => `${name}=<value>`).join(' ')}.`;
  if (words.some(word => !/^\w+=/.test(word))) refuse(expected);
  const values = Object.fromEntries(
    words.map(word => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
  const valid = await validateRequisites({ path: 'requisites', code, fields, values });
  const errors = Object.entries(valid.fieldErrors).map(
    ([path, { code }]) => `${path.replace('requisites.', '')} (${code})`,
  );
  return errors.length > 0
    ? refuse(`Invalid: ${errors.join(', ')}. ${expected} Nothing was changed.`)
    : valid.values;
}
