import { setImmediate as yieldToRequests, setTimeout as wait } from 'node:timers/promises';
import { deviceClock } from '#core/clock.ts';
import { retry } from '#core/retry.ts';
import type { StopSignals } from '#server/platform/jobs/backgroundJob.ts';
import type { ServerContext } from '../context.ts';
import { getSystemErrorCode } from '#server/platform/startError.ts';
import { loadMailClaims, type MailClaim } from './claimMailFacts.ts';
import { composeMessage } from './composeMessage.ts';
import type { LeasedMail } from './leaseMail.ts';
import { MAX_DELIVERY_ATTEMPTS } from './mailAttempts.ts';
import { MAX_MAIL_CONNECTIONS, type SendMail } from '#server/platform/mail/mailTransport.ts';
import { recordOutcomes, type MailOutcome } from './recordOutcomes.ts';

/** Dependencies of the delivery of e-mails. */
export type DeliveryContext = Pick<ServerContext, 'catalogue' | 'db' | 'now' | 'log' | 'config' | 'keys'>;

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
  context: DeliveryContext,
  send: SendMail,
  letters: readonly LeasedMail[],
  { stopping, aborted }: StopSignals,
): Promise<number> {
  await yieldToRequests();
  const claims = await loadMailClaims(context.db, letters);
  const waiting = [...letters];
  const outcomes: MailOutcome[] = [];
  const start = performance.now();
  let turn = Promise.resolve();
  const sendInTurn = async () => {
    for (;;) {
      // Composing, and the queries of SQLite, block the process: requests are handled after each e-mail.
      turn = turn.then(() => yieldToRequests());
      await turn;
      if (stopping.aborted || performance.now() > start + START_TIMEOUT_MS) return;
      const letter = waiting.shift();
      if (!letter) return;
      outcomes.push(await deliverLetter(context, send, letter, claims, aborted));
    }
  };
  const getRecordDelay = (error: unknown) => {
    if (stopping.aborted || performance.now() > start + RECORD_TIMEOUT_MS) return null;
    context.log.warn({ err: error }, 'Cannot record sent emails: retrying');
    return RECORD_INTERVAL_MS;
  };
  const sending = Promise.all(Array.from({ length: MAX_MAIL_CONNECTIONS }, sendInTurn));
  let sentCount = 0;
  try {
    for (let isDone = false; !isDone;) {
      const interval = wait(RECORD_INTERVAL_MS, false, { ref: false });
      isDone = await Promise.race([sending.then(() => true), interval]);
      const ready = outcomes.splice(0);
      if (isDone) ready.push(...waiting.map(letter => ({ state: 'released' as const, letter })));
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
async function deliverLetter(
  context: DeliveryContext,
  send: SendMail,
  letter: LeasedMail,
  claims: ReadonlyMap<string, MailClaim>,
  aborted: AbortSignal,
): Promise<MailOutcome> {
  try {
    const composed = await composeMessage(context, letter, claims);
    if (!composed) return { state: 'unneeded', letter };
    await send(composed.message, aborted);
    return { state: 'sent', letter, composed };
  } catch (error) {
    const code = getSystemErrorCode(error) || (error instanceof Error ? error.name : 'unknown');
    const smtpCode = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
    const cause = { code, smtpCode };
    if (letter.attempts < MAX_DELIVERY_ATTEMPTS)
      context.log.warn(
        { mail: Number(letter.id), attempts: Number(letter.attempts), ...cause },
        'Cannot send an email: retrying later',
      );
    return { state: 'failed', letter, cause };
  }
}
