import { VERIFICATION_STATUSES } from '#core/contract/verification.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { onRefusal } from '#server/platform/http/problem.ts';
import type { VerificationDecision } from '#server/exchange/verification/decideVerification.ts';
import { defineCall, anyText, optional, refuse } from '../defineCommand.ts';
import { formatColumns, formatInstant, MAX_LISTED_ROWS } from '../formatText.ts';
import { oneOf } from '../parseValue.ts';
import { listFileRows } from './claimReport.ts';
import { decideCard } from './decideCard.ts';

/** List the verifications with a status (pending by default), with their photos, and decide one. */
export const verificationCommands = [
  {
    name: 'verifications',
    summary: 'list card verifications that wait for a decision, oldest first, with their photos',
    help: {
      '--status': `verifications with this status (default: pending): ${VERIFICATION_STATUSES.join(', ')}`,
    },
    examples: ['verifications --status pending'],
  },
  defineCall(
    'verifications [--status <status>]',
    { status: optional(oneOf('status', VERIFICATION_STATUSES)) },
    async ({ db }, { status = 'pending' }) => {
      const rows = await db
        .selectFrom('verifications')
        .leftJoin('claims', 'claims.id', 'verifications.claim_id')
        .selectAll('verifications')
        .select('claims.public_number')
        .where('verifications.status', '=', status)
        .orderBy('verifications.updated_at')
        .limit(MAX_LISTED_ROWS)
        .execute();
      const blocks: string[] = [];
      for (const row of rows) {
        const subject = row.public_number === null ? 'saved card' : `claim ${row.public_number}`;
        const card = `card ${row.bin} … ${row.last4}`;
        const head = [formatInstant(row.updated_at), row.id, subject, card, row.reason ?? ''];
        const photos = formatColumns(await listFileRows(db, { verification_id: row.id }));
        blocks.push([head.filter(Boolean).join('  '), photos.replace(/^(?=.)/gm, '  ')].join('\n').trimEnd());
      }
      return blocks.join('\n') || 'No verifications.';
    },
  ),
  {
    name: 'verification',
    summary: 'approve a card, or reject it with a sentence for the client',
    help: {
      '<id>': 'the verification’s uuid, listed by `verifications` and `claim <id>`',
      '--reason': 'what the client should do differently; the client reads it, so write it in Russian',
    },
    notes:
      'An approval is valid for 12 months, and the claim continues. After a rejection the client can send new photos.',
    examples: [
      'verification 6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10 approve',
      'verification 6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10 reject --reason "Номер карты не читается"',
    ],
  },
  defineCall('verification <id> approve', { id: anyText }, (context, { id }) =>
    decide(context, id, { approve: true }),
  ),
  defineCall(
    'verification <id> reject --reason "<sentence>"',
    {
      id: anyText,
      reason: text => text.trim() || refuse('reject requires --reason: a sentence for the client.'),
    },
    (context, { id, reason }) => decide(context, id, { approve: false, reason }),
  ),
];

/** Approves a card, or rejects it for a reason. */
async function decide(context: OperatorContext, id: string, decision: VerificationDecision): Promise<string> {
  const { claim, moved } = await decideCard(context, id.toLowerCase(), decision).catch(
    onRefusal(({ code, body }) =>
      refuse(
        code === 'not_found'
          ? `There is no verification ${id}.`
          : `Verification ${id} is ${String(body.status)}. Only a pending verification can be approved or rejected.`,
      ),
    ),
  );
  const others = moved === 0 ? '' : ` Claims that waited for the card and continue: ${moved}.`;
  const outcome = claim ? ` Claim ${claim.public_number} is ${claim.status}.` : others;
  return `${decision.approve ? 'Approved' : 'Rejected'}.${outcome}`;
}
