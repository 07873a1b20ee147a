import { reverseAccrual } from '#server/partners/ledger/accrueClaim.ts';
import { findClaimEntry } from '#server/partners/ledger/postAccrual.ts';
import { formatFunds } from '#server/partners/ledger/postEntry.ts';
import { parseClaim } from '../claims/findClaim.ts';
import { defineChange, refuse } from '../defineCommand.ts';
import { parseSentence } from '../parseValue.ts';

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
    async ({ db, now }, { reason, claim: { id, public_number: number } }) => {
      const entry = await reverseAccrual(db, id, { reason, now: now() });
      if (!entry) {
        const accrual = await findClaimEntry(db, id, 'accrual');
        const problem = !accrual
          ? 'has no accrual'
          : accrual.amount === 0n
            ? `has a void accrual: ${accrual.reason ?? ''}`
            : 'has an accrual that was reversed already';
        return refuse(`${number} ${problem}. Nothing was changed.`);
      }
      const amount = formatFunds(-entry.amount);
      const text =
        entry.kind === 'reversal'
          ? `${number}: ${amount} USD taken back.`
          : `${number}: the accrual waited until the client opens the claim, and is void now.`;
      return { text, target: id, detail: { amount, reason } };
    },
  ),
];
