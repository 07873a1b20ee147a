import { setImmediate as yieldToRequests, setTimeout as wait } from 'node:timers/promises';
import { deviceClock } from '#core/clock.ts';
import { retry } from '#core/retry.ts';
import type { StopSignals } from '#server/platform/jobs/backgroundJob.ts';
import type { ServerContext } from '../context.ts';
import { getSystemErrorCode } from '#server/platform/startError.ts';
import { loadEmailClaims, type EmailClaim } from './claimEmailFacts.ts';
import { composeMessage } from './composeMessage.ts';
import type { LeasedEmail } from './leaseEmail.ts';
import { MAX_DELIVERY_ATTEMPTS } from './emailAttempts.ts';
import { MAX_EMAIL_CONNECTIONS, type SendEmail } from '#server/platform/email/emailTransport.ts';
import { recordOutcomes, type EmailOutcome } from './recordOutcomes.ts';

/** Latest start of an e-mail, milliseconds after the start of its batch. A slow mail server gets the rest later. */
const START_TIMEOUT_MS = 10_000;

/** Interval at which accepted e-mails are recorded while others of their batch are being sent, milliseconds. */
const RECORD_INTERVAL_MS = 1_000;

/** Time limit of the attempts to record a batch, milliseconds after its start. The lease lasts a minute. */
const RECORD_TIMEOUT_MS = 45_000;

/**
 * Sends leased e-mails, as many concurrently as there are connections, and returns the number of accepted ones, which
 * are recorded together. E-mails that were not started become due again. Throws if the database fails; the rest then
 * stays leased.
 */
export async function deliverBatch(
  context: ServerContext,
  send: SendEmail,
  emails: readonly LeasedEmail[],
  { stopping, aborted }: StopSignals,
): Promise<number> {
  await yieldToRequests();
  const claims = await loadEmailClaims(context.db, emails);
  const waiting = [...emails];
  const outcomes: EmailOutcome[] = [];
  const start = performance.now();
  let turn = Promise.resolve();
  const sendInTurn = async () => {
    for (;;) {
      // Composing, and the queries of SQLite, block the process: requests are handled after each e-mail.
      turn = turn.then(() => yieldToRequests());
      await turn;
      if (stopping.aborted || performance.now() > start + START_TIMEOUT_MS) return;
      const message = waiting.shift();
      if (!message) return;
      outcomes.push(await deliverEmail(context, send, message, claims, aborted));
    }
  };
  const getRecordDelay = (error: unknown) => {
    if (stopping.aborted || performance.now() > start + RECORD_TIMEOUT_MS) return null;
    context.log.warn({ err: error }, 'Cannot record sent emails: retrying');
    return RECORD_INTERVAL_MS;
  };
  const sending = Promise.all(Array.from({ length: MAX_EMAIL_CONNECTIONS }, sendInTurn));
  let sentCount = 0;
  try {
    for (let isDone = false; !isDone;) {
      const interval = wait(RECORD_INTERVAL_MS, false, { ref: false });
      isDone = await Promise.race([sending.then(() => true), interval]);
      const ready = outcomes.splice(0);
      if (isDone) ready.push(...waiting.map(message => ({ state: 'released' as const, message })));
      // Accepted e-mails that are not recorded would be sent twice.
      await retry(() => recordOutcomes(context, ready), { clock: deviceClock, getDelay: getRecordDelay });
      sentCount += ready.filter(({ state }) => state === 'sent').length;
    }
  } catch (error) {
    // Further e-mails could not be recorded.
    waiting.length = 0;
    await sending;
    throw error;
  }
  return sentCount;
}

/** Composes and sends an e-mail. Logs a failure, without the server's text, which may contain the address. */
async function deliverEmail(
  context: ServerContext,
  send: SendEmail,
  message: LeasedEmail,
  claims: ReadonlyMap<string, EmailClaim>,
  aborted: AbortSignal,
): Promise<EmailOutcome> {
  try {
    const composed = await composeMessage(context, message, claims);
    if (!composed) return { state: 'unneeded', message };
    await send(composed.message, aborted);
    return { state: 'sent', message, composed };
  } catch (error) {
    const code = getSystemErrorCode(error) || (error instanceof Error ? error.name : 'unknown');
    const smtpCode = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
    const cause = { code, smtpCode };
    if (message.attempts < MAX_DELIVERY_ATTEMPTS)
      context.log.warn(
        { mail: Number(message.id), attempts: Number(message.attempts), ...cause },
        'Cannot send an email: retrying later',
      );
    return { state: 'failed', message, cause };
  }
}
