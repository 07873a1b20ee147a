import type { Kysely, Selectable } from 'kysely';
import { formatUnits, type Units } from '#core/exchange/amount.ts';
import type { ClaimEventRow, ClaimRow } from '../database/claimRows.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import { composeCardRejectedMail, composeStatusMail, type MailText } from './mailText.ts';

/** The claim event that an email is about. */
export type ClaimMailEvent = Pick<Selectable<ClaimEventRow>, 'id' | 'to_status' | 'reason' | 'at'>;

/**
 * Adds the email about a claim's change to the outbox. `trx` is the transaction of that change, so a rollback also
 * removes the email. The row contains no secret. Simulated claims get no email.
 */
export async function enqueueStatusMail(
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  event: ClaimMailEvent,
): Promise<void> {
  if (await isSimulatedClaim(trx, claim.id)) return;
  const { subject, text } = composeStatusMail({
    number: claim.public_number,
    status: event.to_status,
    reason: event.reason,
    sent: await formatClaimAmount(trx, claim.from_id, claim.from_amount),
    received: await formatClaimAmount(trx, claim.to_id, claim.to_amount),
    deadline: claim.deadline === null ? null : Number(claim.deadline),
  });
  await insertMail(trx, claim, `${claim.id}.${event.id}`, { subject, text }, event.at);
}

/**
 * Adds the email about a card that an operator rejected to the outbox. `at` is the time of the decision, milliseconds.
 */
export async function enqueueCardRejectedMail(
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  verification: { id: string; reason: string; at: bigint },
): Promise<void> {
  if (await isSimulatedClaim(trx, claim.id)) return;
  const { id, reason, at } = verification;
  const deadline = claim.deadline === null ? null : Number(claim.deadline);
  const text = composeCardRejectedMail({ number: claim.public_number, reason, deadline });
  await insertMail(trx, claim, `${id}.${at}`, text, at);
}

/** Inserts an email. `messageId` becomes its Message-ID and is unique for each change. */
async function insertMail(
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  messageId: string,
  { subject, text }: MailText,
  at: bigint,
): Promise<void> {
  await trx
    .insertInto('mail')
    .values({
      message_id: messageId,
      claim_id: claim.id,
      recipient: claim.email,
      subject,
      text,
      attempts: 0n,
      next_at: at,
      sent_at: null,
      at,
    })
    .execute();
}

async function isSimulatedClaim(trx: Kysely<DatabaseSchema>, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('simulated_claims')
    .select('claim_id')
    .where('claim_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

async function formatClaimAmount(
  trx: Kysely<DatabaseSchema>,
  currencyId: bigint,
  units: Units,
): Promise<string> {
  const { decimals, ticker, network } = await trx
    .selectFrom('currencies')
    .select(['decimals', 'ticker', 'network'])
    .where('id', '=', currencyId)
    .executeTakeFirstOrThrow();
  const unit = [ticker === 'RUB' ? '₽' : ticker, network].filter(Boolean).join('\u00a0');
  return `${formatUnits(units, Number(decimals))}\u00a0${unit}`;
}
