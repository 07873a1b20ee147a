import { reverseAccrual } from '#server/partners/ledger/accrueClaim.ts';
import { findClaimEntry } from '#server/partners/ledger/postAccrual.ts';
import { formatFunds } from '#server/partners/ledger/postEntry.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { parseClaim, type ClaimWithCurrencies } from '../claims/findClaim.ts';
import { defineChange, refuse, type Change, type ChangeContext } from '../defineCommand.ts';
import { parseSentence } from '../parseValue.ts';

/** Takes the accrual of a claim back. Refusals of the API: 400 with the field `claim`. */
export async function reverseClaimAccrual(
  { db, now }: ChangeContext,
  { id, public_number: number }: Pick<ClaimWithCurrencies, 'id' | 'public_number'>,
  reason: string,
): Promise<Change> {
  const entry = await reverseAccrual(db, id, { reason, now: now() });
  if (!entry) {
    const accrual = await findClaimEntry(db, id, 'accrual');
    const [problem, code] = !accrual
      ? ['has no accrual', 'accrual_missing']
      : accrual.amount === 0n
        ? [`has a void accrual: ${accrual.reason ?? ''}`, 'accrual_void']
        : ['has an accrual that was reversed already', 'accrual_reversed'];
    refuse(`${number} ${problem}. Nothing was changed.`, createFieldProblem({ claim: { code } }));
  }
  const amount = formatFunds(-entry.amount);
  const text =
    entry.kind === 'reversal'
      ? `${number}: ${amount} USD taken back.`
      : `${number}: the accrual waited until the client opens the claim, and is void now.`;
  return { text, target: id, detail: { amount, reason } };
}

/** Reverses the accrual of a claim whose money was refunded outside the exchange. */
export const accrualCommands = [
  {
    name: 'accrual',
    summary: 'take a partner’s accrual back, because the money of its claim was refunded',
    help: {
      '<claim>': 'the claim’s number, public number or uuid',
      '--reason': 'the partner reads it, so write it in Russian',
    },
    notes:
      'A completed claim stays completed: record here what was refunded outside. If the partner has withdrawn the money, its balance becomes negative, and the next accruals cover it.',
    examples: ['accrual 7K4QPZ reverse --reason "Клиенту вернули деньги"'],
  },
  defineChange(
    'accrual <claim> reverse --reason "<sentence>"',
    { reason: parseSentence, claim: parseClaim },
    (context, { reason, claim }) => reverseClaimAccrual(context, claim, reason),
  ),
];
