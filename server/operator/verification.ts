import { VERIFICATION_STATUSES, type VerificationStatus } from '#core/contract/verification.ts';
import { attempt } from '../claims/attempt.ts';
import { decide, type Decision } from '../verification/decide.ts';
import { record } from './audit.ts';
import { columns, done, instant, refused, usage, type Command } from './command.ts';
import { filesOf } from './sheet.ts';

/** Verifications shown at most; the oldest ones, since they wait longest. */
const MOST = 50;

/** Lists cards that wait for a decision, with their photos. */
export const verifications: Command = {
  usage: ['verifications [--status <status>]'],
  summary: 'list card verifications that wait for a decision, the oldest first, with their photos',
  help: [`--status  those that are ${VERIFICATION_STATUSES.join(', ')}; pending without it`],
  options: ['status'],
  takes: [0, 0],
  async run({ db }, _, { status = 'pending' }) {
    if (!isStatus(status))
      return refused(`There is no status “${status}”; there are ${VERIFICATION_STATUSES.join(', ')}.`);
    const rows = await db
      .selectFrom('verifications')
      .innerJoin('claims', 'claims.id', 'verifications.claim_id')
      .selectAll('verifications')
      .select('claims.public_number')
      .where('verifications.status', '=', status)
      .orderBy('verifications.updated_at')
      .limit(MOST)
      .execute();
    if (rows.length === 0) return done('No verifications.');
    const blocks: string[] = [];
    for (const row of rows) {
      const card = `card ${row.bin} … ${row.last4}`;
      const head = [instant(row.updated_at), row.id, `claim ${row.public_number}`, card, row.reason ?? ''];
      const photos = columns(await filesOf(db, { verification_id: row.id }));
      blocks.push([head.filter(Boolean).join('  '), photos.replace(/^(?=.)/gm, '  ')].join('\n').trimEnd());
    }
    return done(blocks.join('\n'));
  },
};

/** Decides on a card. */
export const verification: Command = {
  usage: ['verification <id> approve', 'verification <id> reject --reason "<sentence>"'],
  summary: 'approve a card, or reject it with a sentence for its owner',
  help: [
    '<id>      the verification’s uuid, as `verifications` and `claim <id>` list it',
    '--reason  what to do better, in Russian: its owner reads it',
    '',
    'An approved card lets its claim go on and lasts 12 months. A rejected one may be sent in again.',
  ],
  options: ['reason'],
  takes: [2, 2],
  async run(desk, [id = '', word], { reason: given }) {
    const reason = given?.trim() ?? '';
    if (word !== 'approve' && word !== 'reject') return refused(usage(verification));
    if (word === 'reject' && reason === '')
      return refused('A rejection needs --reason: its owner has to know what to do better.');
    if (word === 'approve' && given !== undefined) return refused('An approval takes no --reason.');
    const decision: Decision = word === 'approve' ? { approve: true } : { approve: false, reason };
    const decided = await attempt(desk.db, async trx => {
      const at = desk.now();
      const result = await decide(desk, trx, id.toLowerCase(), decision, at);
      const detail = { decision: word, reason: reason || null };
      if (result.ok) await record(trx, { command: 'verification', target: id, detail, at });
      return result;
    });
    if (!decided.ok)
      return refused(
        decided.code === 'not_found'
          ? `There is no verification ${id}.`
          : `Verification ${id} is ${decided.status}; only a pending one can be decided on.`,
      );
    const { public_number: number, status } = decided.claim;
    return done(`${word === 'approve' ? 'Approved' : 'Rejected'}; claim ${number} is ${status}.`);
  },
};

const isStatus = (text: string): text is VerificationStatus =>
  (VERIFICATION_STATUSES as readonly string[]).includes(text);
