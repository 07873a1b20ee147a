import { VERIFICATION_STATUSES, type VerificationStatus } from '#core/contract/verification.ts';
import { runInTransaction } from '../database/runInTransaction.ts';
import { onRefusal } from '../http/problem.ts';
import { payApprovedClaims } from '../verification/approvedClaims.ts';
import { decideVerification, type VerificationDecision } from '../verification/decideVerification.ts';
import { writeAuditEntry } from './auditLog.ts';
import {
  formatColumns,
  createSuccess,
  formatInstant,
  createFailure,
  formatUsage,
  type OperatorCommand,
} from './operatorCommand.ts';
import { listFileRows } from './claimReport.ts';

/** Maximum number of verifications shown, oldest first. */
const MAX_LISTED_VERIFICATIONS = 50;

/** Lists the verifications with a status (pending by default), with their photos. */
export const verificationsCommand: OperatorCommand = {
  usage: ['verifications [--status <status>]'],
  summary: 'list card verifications that wait for a decision, oldest first, with their photos',
  help: [`--status  verifications with this status (default: pending): ${VERIFICATION_STATUSES.join(', ')}`],
  examples: ['verifications --status pending'],
  options: ['status'],
  argumentRange: [0, 0],
  async run({ db }, _, { status = 'pending' }) {
    if (!isVerificationStatus(status))
      return createFailure(`Unknown status “${status}”. Statuses: ${VERIFICATION_STATUSES.join(', ')}.`);
    const rows = await db
      .selectFrom('verifications')
      .leftJoin('claims', 'claims.id', 'verifications.claim_id')
      .selectAll('verifications')
      .select('claims.public_number')
      .where('verifications.status', '=', status)
      .orderBy('verifications.updated_at')
      .limit(MAX_LISTED_VERIFICATIONS)
      .execute();
    if (rows.length === 0) return createSuccess('No verifications.');
    const blocks: string[] = [];
    for (const row of rows) {
      const card = `card ${row.bin} … ${row.last4}`;
      const head = [
        formatInstant(row.updated_at),
        row.id,
        row.public_number === null ? 'saved card' : `claim ${row.public_number}`,
        card,
        row.reason ?? '',
      ];
      const photos = formatColumns(await listFileRows(db, { verification_id: row.id }));
      blocks.push([head.filter(Boolean).join('  '), photos.replace(/^(?=.)/gm, '  ')].join('\n').trimEnd());
    }
    return createSuccess(blocks.join('\n'));
  },
};

/** Approves or rejects a card. */
export const verificationCommand: OperatorCommand = {
  usage: ['verification <id> approve', 'verification <id> reject --reason "<sentence>"'],
  summary: 'approve a card, or reject it with a sentence for the client',
  help: [
    '<id>      the verification’s uuid, listed by `verifications` and `claim <id>`',
    '--reason  what the client should do differently; the client reads it, so write it in Russian',
    '',
    'An approval is valid for 12 months, and the claim continues. After a rejection the client can send new photos.',
  ],
  examples: [
    'verification 6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10 approve',
    'verification 6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10 reject --reason "Номер карты не читается"',
  ],
  options: ['reason'],
  argumentRange: [2, 2],
  async run(context, [id = '', action], { reason: reasonOption }) {
    const reason = reasonOption?.trim() ?? '';
    if (action !== 'approve' && action !== 'reject') return createFailure(formatUsage(verificationCommand));
    if (action === 'reject' && reason === '')
      return createFailure('reject requires --reason: a sentence for the client.');
    if (action === 'approve' && reasonOption !== undefined)
      return createFailure('approve does not accept --reason.');
    const decision: VerificationDecision =
      action === 'approve' ? { approve: true } : { approve: false, reason };
    const decided = await runInTransaction(context.db, async trx => {
      const claim = await decideVerification(context, trx, id.toLowerCase(), decision, context.now());
      const detail = { decision: action, reason: reason || null };
      await writeAuditEntry(context, trx, { command: 'verification', target: id, detail });
      return { claim };
    }).catch(
      onRefusal(({ code, body }) =>
        createFailure(
          code === 'not_found'
            ? `There is no verification ${id}.`
            : `Verification ${id} is ${String(body.status)}. Only a pending verification can be approved or rejected.`,
        ),
      ),
    );
    if (!('claim' in decided)) return decided;
    const { claim } = decided;
    const moved = decision.approve ? await payApprovedClaims(context) : 0;
    const others = moved === 0 ? '' : ` Claims that waited for the card and continue: ${moved}.`;
    const outcome = claim ? ` Claim ${claim.public_number} is ${claim.status}.` : others;
    return createSuccess(`${action === 'approve' ? 'Approved' : 'Rejected'}.${outcome}`);
  },
};

const isVerificationStatus = (text: string): text is VerificationStatus =>
  (VERIFICATION_STATUSES as readonly string[]).includes(text);
