import { onRefusal, type Problem } from '#server/platform/http/problem.ts';
import {
  anyText,
  defineClaimChange,
  flag,
  refuse,
  type Change,
  type ChangeContext,
} from '../../defineCommand.ts';
import { parsePositiveAmount } from '../../parseValue.ts';
import { describePaymentRefusal } from '../claimCommand.ts';
import { correctClaimPayment, type Correction } from './correctPayment.ts';
import { formatSentAmount, parseClaim, type ClaimWithCurrencies } from '../findClaim.ts';
import { parsePaymentReference } from '../transferReference.ts';

/** Corrects payments that a person recorded by mistake. */
export const paymentCommands = [
  {
    name: 'payment',
    summary: 'correct a payment that was recorded by mistake, or take it back',
    help: {
      '<id>': 'the claim’s number, public number or uuid',
      '<recorded>': 'the reference of the recorded payment, as “claim <id>” shows it',
      '--amount': 'what was received, in the currency sent',
      '--reference': 'the right reference, as with the command claim',
      '--force':
        'record it although another payment looks the same, or the amount is at least ten times more or less than expected, or the claim expects nothing more',
    },
    notes:
      'This is possible until money has left because of the payment: before the status payout, a refund or a return. A payment that a network or a bank reported cannot be corrected. With less money a claim comes to hold as underpaid. Without any payment it waits for its own again, until its deadline of before.',
    examples: ['payment correct 7K4QPZ 9100 --amount 7000 --reference 9101', 'payment remove 7K4QPZ 9100'],
  },
  defineClaimChange(
    'payment correct <id> <recorded> --amount <amount> --reference <text> [--force]',
    { id: parseClaim, recorded: anyText, amount: anyText, reference: anyText, force: flag },
    (context, { id: row, recorded, amount, reference, force }) =>
      correct(context, row, {
        recorded: parsePaymentReference(row, recorded),
        corrected: {
          amount: parsePositiveAmount(amount, row.from_decimals, row.from_code),
          reference: parsePaymentReference(row, reference),
          force,
        },
      }),
  ),
  defineClaimChange(
    'payment remove <id> <recorded>',
    { id: parseClaim, recorded: anyText },
    (context, { id: row, recorded }) =>
      correct(context, row, { recorded: parsePaymentReference(row, recorded), corrected: null }),
  ),
];

async function correct(
  context: ChangeContext,
  row: ClaimWithCurrencies,
  correction: Correction,
): Promise<Change> {
  const { recorded, corrected } = correction;
  const { before, claim, detail } = await correctClaimPayment(context, row, correction).catch(
    onRefusal(problem => refuse(describeRefusal(row, correction, problem))),
  );
  const status = before.status === claim.status ? claim.status : `${before.status} → ${claim.status}`;
  const text = corrected
    ? `${formatSentAmount(row, corrected.amount)} recorded as ${corrected.reference}`
    : `the payment ${recorded} is taken back`;
  return { text: `${row.public_number}: ${text}. Status: ${status}.`, target: row.id, detail };
}

function describeRefusal(
  row: ClaimWithCurrencies,
  { recorded, corrected }: Correction,
  problem: Problem,
): string {
  const { code, body } = problem;
  const { public_number: number } = row;
  if (code === undefined) return 'The payment is recorded like this already. Nothing was changed.';
  if (code === 'payment_gone') return `${number} has no payment ${recorded}. Nothing was changed.`;
  if (code === 'payment_final')
    return `${number} is ${String(body.status)}: the payment ${recorded} cannot be corrected, because money has left, or nobody has recorded it by hand. Nothing was changed.`;
  const text = describePaymentRefusal(row, corrected, problem);
  if (text === null) throw problem;
  return text;
}
