import { reverseAccrual } from '../../referral/ledger/accrueClaim.ts';
import { findClaimEntry } from '../../referral/ledger/postAccrual.ts';
import { formatFunds } from '../../referral/ledger/postEntry.ts';
import { changeWithAudit } from '../auditLog.ts';
import { findClaim } from '../findClaim.ts';
import { createFailure, createSuccess, formatUsage, type OperatorCommand } from '../operatorCommand.ts';

const MAX_REASON_LENGTH = 200;

/** Takes the accrual of a claim back whose money was refunded outside the exchange. */
export const accrualCommand: OperatorCommand = {
  usage: ['accrual <claim> reverse --reason "<sentence>"'],
  summary: 'take a partner’s accrual back, because the money of its claim was refunded',
  help: [
    '<claim>   the claim’s number, public number or uuid',
    '--reason  the partner reads it, so write it in Russian',
    '',
    'A completed claim stays completed: record here what was refunded outside. If the partner has withdrawn the money, its',
    'balance becomes negative, and the next accruals cover it.',
  ],
  examples: ['accrual 7K4QPZ reverse --reason "Клиенту вернули деньги"'],
  options: ['reason'],
  argumentRange: [2, 2],
  async run(context, [id = '', action], options) {
    if (action !== 'reverse') return createFailure(formatUsage(accrualCommand));
    const reason = options.reason?.trim() ?? '';
    if (reason === '' || reason.length > MAX_REASON_LENGTH)
      return createFailure(`reverse requires --reason: 1 to ${MAX_REASON_LENGTH} characters.`);
    const claim = await findClaim(context.db, id);
    if (!claim) return createFailure(`There is no claim ${id.trim()}.`);
    return changeWithAudit(context, async trx => {
      const entry = await reverseAccrual(trx, claim.id, { reason, now: context.now() });
      if (!entry) {
        const accrual = await findClaimEntry(trx, claim.id, 'accrual');
        const problem = !accrual
          ? 'has no accrual'
          : accrual.amount === 0n
            ? `has a void accrual: ${accrual.reason ?? ''}`
            : 'has an accrual that was reversed already';
        return createFailure(`${claim.public_number} ${problem}. Nothing was changed.`);
      }
      return {
        ...createSuccess(
          entry.kind === 'reversal'
            ? `${claim.public_number}: ${formatFunds(-entry.amount)} USD taken back.`
            : `${claim.public_number}: the accrual waited until the client opens the claim, and is void now.`,
        ),
        entry: {
          command: 'accrual reverse',
          target: claim.id,
          detail: { amount: formatFunds(-entry.amount), reason },
        },
      };
    });
  },
};
