import type { WithdrawalAction } from '#core/contract/operator/withdrawals.ts';
import { formatFunds } from '#server/partners/ledger/postEntry.ts';
import { beginWithdrawal, decideWithdrawal } from '#server/partners/withdrawals/decideWithdrawal.ts';
import type { PartnerWithdrawalRow } from '#server/platform/database/partnerRows.ts';
import type { AuditEntry } from '../auditLog.ts';
import type { ChangeContext } from '../defineCommand.ts';
import { SUPPORT_DEVICE } from '../operatorContext.ts';

/**
 * Begins to pay a withdrawal, records its payment, or cancels it. Returns it, and the detail of the audit entry.
 * Refusals: 404; those of `beginWithdrawal` and `decideWithdrawal`.
 */
export async function changeWithdrawal(
  { db, now }: ChangeContext,
  id: string,
  change: WithdrawalAction,
): Promise<{ row: PartnerWithdrawalRow; detail: AuditEntry['detail'] }> {
  const facts = { device: SUPPORT_DEVICE, now: now() };
  switch (change.action) {
    case 'begin': {
      const row = await beginWithdrawal(db, id, facts.now);
      return { row, detail: { amount: formatFunds(row.amount) } };
    }
    case 'pay': {
      const { reference } = change;
      const row = await decideWithdrawal(db, id, { ...facts, status: 'paid', reference });
      return { row, detail: { amount: formatFunds(row.amount), reference } };
    }
    case 'cancel': {
      const { reason, isBegun } = change;
      const decision = { ...facts, status: 'cancelled', reason, onlyWaiting: !isBegun } as const;
      const row = await decideWithdrawal(db, id, decision);
      return { row, detail: { amount: formatFunds(row.amount), reason } };
    }
  }
}
