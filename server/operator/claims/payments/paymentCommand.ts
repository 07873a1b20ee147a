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
import type { PaymentRequest } from '../changeClaim.ts';
import { correctClaimPayment } from './correctPayment.ts';
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
      '--force': 'record it although another payment of the same sum and number is recorded',
    },
    notes:
      'This is possible until money has left because of the payment: before the status payout, a refund or a return. A payment that a network or a bank reported cannot be corrected. Without its payment, or with less money, a paid claim comes to hold as underpaid.',
    examples: ['payment correct 7K4QPZ 9100 --amount 7000 --reference 9101', 'payment remove 7K4QPZ 9100'],
  },
  defineClaimChange(
    'payment correct <id> <recorded> --amount <amount> --reference <text> [--force]',
    { id: parseClaim, recorded: anyText, amount: anyText, reference: anyText, force: flag },
    (context, { id: row, recorded, amount, reference, force }) =>
      correct(context, row, recorded, {
        amount: parsePositiveAmount(amount, row.from_decimals, row.from_code),
        reference: parsePaymentReference(row, reference),
        force,
      }),
  ),
  defineClaimChange(
    'payment remove <id> <recorded>',
    { id: parseClaim, recorded: anyText },
    (context, { id: row, recorded }) => correct(context, row, recorded, null),
  ),
];

async function correct(
  context: ChangeContext,
  row: ClaimWithCurrencies,
  recorded: string,
  corrected: PaymentRequest | null,
): Promise<Change> {
  const { before, claim, detail } = await correctClaimPayment(context, row, { recorded, corrected }).catch(
    onRefusal(problem => refuse(describeRefusal(row, recorded, problem))),
  );
  const status = before.status === claim.status ? claim.status : `${before.status} → ${claim.status}`;
  const text = corrected
    ? `${formatSentAmount(row, corrected.amount)} recorded as ${corrected.reference}`
    : `the payment ${recorded} is taken back`;
  return { text: `${row.public_number}: ${text}. Status: ${status}.`, target: row.id, detail };
}

function describeRefusal({ public_number: number }: ClaimWithCurrencies, recorded: string, problem: Problem) {
  const { code, body } = problem;
  if (code === undefined) return 'The payment is recorded like this already. Nothing was changed.';
  const texts: Readonly<Record<string, string>> = {
    payment_gone: `${number} has no payment ${recorded}.`,
    payment_final: `${number} is ${String(body.status)}: the payment ${recorded} cannot be corrected, because money has left, or nobody has recorded it by hand.`,
    reference_used: `A payment with this reference is recorded already for ${String(body.claim)}.`,
    payment_similar: `${String(body.claim)} has a payment of the same sum and number. If it is another one, use --force.`,
  };
  const text = texts[code];
  if (text === undefined) throw problem;
  return `${text} Nothing was changed.`;
}
