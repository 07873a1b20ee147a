import { payApprovedClaims } from '#server/exchange/verification/approvedClaims.ts';
import {
  decideVerification,
  type VerificationDecision,
} from '#server/exchange/verification/decideVerification.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { writeAuditEntry } from '../auditLog.ts';
import type { OperatorContext } from '../operatorContext.ts';

/**
 * Approves a card, or rejects it for a reason, with an audit entry. Returns the claim, null for a saved card, and how
 * many other claims continue. 404; 409 `transition_forbidden` with the `status` of a verification that is not pending.
 */
export async function decideCard(
  context: OperatorContext,
  id: string,
  decision: VerificationDecision,
): Promise<{ claim: ClaimRow | null; moved: number }> {
  const claim = await runInTransaction(context.db, async trx => {
    const decided = await decideVerification(context, trx, id, decision, context.now());
    const detail = decision.approve
      ? { decision: 'approve', reason: null }
      : { decision: 'reject', reason: decision.reason };
    await writeAuditEntry(context, trx, { command: 'verification', target: id, detail });
    return decided;
  });
  // After the commit: claims may wait for a saved card.
  return { claim, moved: decision.approve ? await payApprovedClaims(context) : 0 };
}
