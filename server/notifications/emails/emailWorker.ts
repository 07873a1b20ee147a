import {
  createAbortableJob,
  RUNNING_SIGNALS,
  type BackgroundJob,
  type StopSignals,
} from '#server/platform/jobs/backgroundJob.ts';
import type { ServerContext } from '../context.ts';
import { deliverBatch } from './deliverBatch.ts';
import { leaseDueEmail } from './leaseEmail.ts';
import type { EmailTransport, SendEmail } from '#server/platform/email/emailTransport.ts';

const DELIVERY_INTERVAL_MS = 500;

/**
 * Sends the due e-mails in batches and returns how many were sent. Safe on several servers: each e-mail is leased by
 * moving its next attempt. It is marked as sent after the transport accepted it, so a crash in between sends it again
 * with the same Message-ID. A stop leaves the rest for later. Failures are logged without the server's text, which may
 * contain the address.
 */
export async function deliverDueEmail(
  context: ServerContext,
  send: SendEmail,
  signals: StopSignals = RUNNING_SIGNALS,
): Promise<number> {
  let count = 0;
  while (!signals.stopping.aborted) {
    const { emails, isFull } = await leaseDueEmail(context);
    if (emails.length > 0) count += await deliverBatch(context, send, emails, signals);
    // E-mails that have become due meanwhile wait for the next run, so that each batch is as large as possible.
    if (!isFull) break;
  }
  return count;
}

/**
 * Creates the job that delivers mail while the server runs. A stop takes about a second: it starts no further e-mail,
 * aborts those that the mail server does not accept, and closes the transport. E-mails that were not accepted are sent
 * after the next start.
 */
export function createEmailWorker(context: ServerContext, transport: EmailTransport): BackgroundJob {
  return createAbortableJob(
    'mail',
    DELIVERY_INTERVAL_MS,
    signals => deliverDueEmail(context, transport.send, signals),
    error => context.log.error({ err: error }, 'Cannot deliver mail'),
    { finish: transport.close },
  );
}
