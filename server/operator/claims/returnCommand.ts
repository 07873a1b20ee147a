import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { getUnsettledAmount, payOutReserve } from '#server/exchange/catalogue/reserveLedger.ts';
import { lockClaim } from '#server/exchange/claims/lockClaim.ts';
import { selectRows } from '../selectRows.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { anyText, defineClaimChange, refuse, type Change, type ChangeContext } from '../defineCommand.ts';
import { parsePositiveAmount } from '../parseValue.ts';
import { formatSentAmount, parseClaim, type ClaimWithCurrencies } from './findClaim.ts';
import { parseReference, recordPayoutReference } from './transferReference.ts';

/** Records the return of money that arrived after the end of a claim. */
export const returnCommands = [
  {
    name: 'return',
    summary: 'record that money which arrived after the end of a claim was sent back',
    help: {
      '<id>': 'the claim’s number, public number or uuid; `claims --unsettled` lists the claims',
      '<amount>': 'in the currency sent, at most what arrived after the end and was not returned',
      '--reference': 'the transaction or number of the transfer to the client, who sees a transaction',
    },
    notes:
      'Until then the money is held in the reserve of its currency. Money of an open claim is refunded with the status refunding instead.',
    examples: ['return 7K4QPZ 0.5 --reference 9f86…08'],
  },
  defineClaimChange(
    'return <id> <amount> --reference <text>',
    { id: parseClaim, amount: anyText, reference: parseReference },
    (context, { id: row, amount, reference }) =>
      returnMoney(context, row, {
        amount: parsePositiveAmount(amount, row.from_decimals, row.from_code),
        reference,
      }),
  ),
];

/** Records the return of money without a claim, or refuses it. */
export async function returnMoney(
  { db, now }: ChangeContext,
  row: ClaimWithCurrencies,
  { amount, reference }: { amount: Units; reference: string },
): Promise<Change & { detail: Record<string, string> }> {
  const { id, public_number: number, from_id: currencyId, from_decimals: decimals } = row;
  const at = now();
  await lockClaim(db, id);
  const payout = { claim_id: id, kind: 'refund', reference } as const;
  if (await selectRows(db, 'payouts', payout).executeTakeFirst())
    refuse(
      `A return of ${number} with the reference “${reference}” is recorded already. Nothing was changed.`,
      createFieldProblem({ reference: { code: 'return_recorded' } }),
    );
  const unsettled = await getUnsettledAmount(db, row);
  const tooLarge = createFieldProblem({ amount: { code: 'return_too_large' } });
  if (unsettled === 0n)
    refuse(`Nothing of ${number} is to be returned: no money arrived after its end.`, tooLarge);
  if (amount > unsettled)
    refuse(`Only ${formatSentAmount(row, unsettled)} of ${number} is to be returned.`, tooLarge);
  await payOutReserve(db, { currencyId, claimId: id, amount, at });
  await recordPayoutReference(db, id, { kind: 'refund', reference }, at);
  const rest = unsettled - amount;
  const restText = rest === 0n ? '' : ` ${formatSentAmount(row, rest)} is still to be returned.`;
  return {
    text: `${number}: ${formatSentAmount(row, amount)} returned.${restText}`,
    target: id,
    detail: { amount: unitsToDecimal(amount, Number(decimals)), reference },
  };
}
