import type { Kysely } from 'kysely';
import { deriveMailSecret, isClaimSecretRetired } from '../claims/claimSecret.ts';
import { loadClaimById } from '../claims/findClaimById.ts';
import { createBackgroundJob, type BackgroundJob } from '../backgroundJob.ts';
import type { ServerContext } from '../context.ts';
import { runInTransaction } from '../database/database.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import { getSystemErrorCode } from '../startError.ts';
import { loadClaimMailFacts } from './claimMailFacts.ts';
import {
  deleteMail,
  leaseDueMail,
  logDeadMail,
  markMailDead,
  MAX_DELIVERY_ATTEMPTS,
  type DueMail,
} from './leaseMail.ts';
import type { MailMessage, MailTransport } from './mailTransport.ts';
import { composeClaimMail, type ComposedMail } from './text/composeClaimMail.ts';

type MailContext = Pick<ServerContext, 'catalogue' | 'db' | 'now' | 'log' | 'config' | 'keys'>;

const DELIVERY_INTERVAL_MS = 500;

/** Time that the e-mail on its way has after a stop, milliseconds. */
const STOP_GRACE_MS = 1_000;

/** `stopping`: starts no further e-mail. `aborted`: ends the one on its way. */
interface DeliverySignals {
  stopping: AbortSignal;
  aborted: AbortSignal;
}

const RUNNING: DeliverySignals = {
  stopping: new AbortController().signal,
  aborted: new AbortController().signal,
};

/**
 * Sends the due e-mails one by one and returns how many were sent. Safe on several servers: each e-mail is leased by
 * moving its next attempt. It is marked as sent after the transport accepted it, so a crash in between sends it again
 * with the same Message-ID. A stop leaves the rest for later. Failures are logged without the server's text, which may
 * contain the address.
 */
export async function deliverDueMail(
  context: MailContext,
  transport: MailTransport,
  { stopping, aborted }: DeliverySignals = RUNNING,
): Promise<number> {
  let count = 0;
  for (;;) {
    const row = stopping.aborted ? undefined : await leaseDueMail(context);
    if (!row) return count;
    let mail: ComposedMail | null;
    try {
      mail = composeClaimMail(await loadClaimMailFacts(context, row.claim_id));
      if (mail)
        await transport(
          buildMessage(context, row, mail, await buildClaimUrl(context, row.claim_id)),
          aborted,
        );
    } catch (error) {
      await handleFailure(context, row, error);
      continue;
    }
    await recordDelivery(context, row, mail);
    if (mail) count++;
  }
}

/**
 * Creates the job that delivers mail while the server runs. A stop ends it within a second or so: it starts no further
 * e-mail, and aborts the one that a mail server does not accept. What was not accepted is sent after the next start.
 */
export function createMailWorker(context: MailContext, transport: MailTransport): BackgroundJob {
  const [stopping, aborted] = [new AbortController(), new AbortController()];
  const job = createBackgroundJob(
    DELIVERY_INTERVAL_MS,
    () => deliverDueMail(context, transport, { stopping: stopping.signal, aborted: aborted.signal }),
    error => context.log.error({ err: error }, 'Cannot deliver mail'),
  );
  return {
    start: job.start,
    async stop() {
      stopping.abort();
      const timer = setTimeout(() => aborted.abort(), STOP_GRACE_MS);
      await job.stop();
      clearTimeout(timer);
    },
  };
}

/** Stores the e-mail that was sent, without its link. Deletes the row if the client needs no e-mail any more. */
async function recordDelivery(
  { db, now }: MailContext,
  row: DueMail,
  mail: ComposedMail | null,
): Promise<void> {
  const record = async (trx: Kysely<DatabaseSchema>) => {
    if (!mail) return deleteMail(trx, row.id);
    const { subject, nextStep, details } = mail;
    const text = `${nextStep}\n\n${details}`;
    await trx
      .updateTable('mail')
      .set({ subject, text, sent_at: BigInt(now()) })
      .where('id', '=', row.id)
      .execute();
  };
  await runInTransaction(db, record, []);
}

/** Logs a failed attempt. Gives the e-mail up after the last one. */
async function handleFailure(context: MailContext, row: DueMail, error: unknown): Promise<void> {
  const { db, log, now } = context;
  const { id, attempts } = row;
  const code = getSystemErrorCode(error) || (error instanceof Error ? error.name : 'unknown');
  const smtpCode = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  if (attempts < MAX_DELIVERY_ATTEMPTS) {
    log.warn(
      { mail: Number(id), attempts: Number(attempts), code, smtpCode },
      'Cannot send an email: retrying later',
    );
    return;
  }
  await runInTransaction(db, trx => markMailDead(trx, id, now()), []);
  logDeadMail(context, row, { code, smtpCode });
}

/** Builds the link to a claim. Its fragment is a secret that only e-mails contain, if it can still be derived. */
async function buildClaimUrl({ config, db, keys }: MailContext, claimId: string): Promise<string> {
  const claim = await loadClaimById(db, claimId);
  const url = `${config.publicOrigin}/claim/${claimId}`;
  return isClaimSecretRetired(keys, claim) ? url : `${url}#${deriveMailSecret(keys, claim)}`;
}

/** Builds the message of an e-mail with the link to the claim. */
function buildMessage(
  { config }: MailContext,
  row: DueMail,
  { subject, nextStep, linkLabel, details }: ComposedMail,
  claimUrl: string,
): MailMessage {
  const { publicOrigin, mail } = config;
  return {
    from: mail.from,
    to: row.recipient,
    subject,
    text: `${nextStep}\n\n${linkLabel}\n${claimUrl}\n\n${details}\n`,
    messageId: `<${row.message_id}@${new URL(publicOrigin).hostname}>`,
    date: new Date(Number(row.at)),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
