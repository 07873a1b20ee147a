import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../config/config.ts';

/** An email to send. */
export interface EmailMessage extends Pick<SendMailOptions, 'headers'> {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** The same in HTML. */
  html?: string;
  /** The code of an e-mail, or its link with a token, after a label. It is also part of the text. */
  secretLine?: string;
  /** The part before the @ is unique for the change that the email is about. */
  messageId: string;
  date: Date;
}

/** Sends an email. Resolves when it is accepted for delivery, rejects otherwise, also when `signal` aborts it. */
export type SendEmail = (message: EmailMessage, signal: AbortSignal) => Promise<void>;

/** A way to send emails. */
export interface EmailTransport {
  send: SendEmail;
  /** Closes the connections. Must be called when nothing is being sent. */
  close: () => void;
}

/** Timeout of an SMTP delivery. */
const SMTP_TIMEOUT_MS = 20_000;

/** Number of emails that a process sends concurrently, each on a separate connection. */
export const MAX_EMAIL_CONNECTIONS = 5;

/** Number of emails after which a connection is replaced. Some mail servers have such a limit. */
const MAX_EMAILS_PER_CONNECTION = 100;

/** An unused connection is closed after this time, before most mail servers close it. */
const CONNECTION_IDLE_MS = 5_000;

/**
 * Returns the transport to the server of SMTP_URL. Without SMTP_URL, emails are written to files in the data folder.
 */
export function createEmailTransport({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): EmailTransport {
  return mail.smtpUrl === null
    ? createFileTransport(join(dataDir, 'mail'))
    : createSmtpTransport(mail.smtpUrl);
}

function createSmtpTransport(url: string): EmailTransport {
  const transporter = createTransport({
    url,
    pool: true,
    maxConnections: MAX_EMAIL_CONNECTIONS,
    maxMessages: MAX_EMAILS_PER_CONNECTION,
    idleTimeout: CONNECTION_IDLE_MS,
    // Once, because the server may have closed an idle connection. The outbox makes further attempts.
    maxRequeues: 1,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
  });
  return {
    async send(message, signal) {
      await transporter.sendMail({
        ...message,
        signal: AbortSignal.any([signal, AbortSignal.timeout(SMTP_TIMEOUT_MS)]),
      });
    },
    close: () => transporter.close(),
  };
}

/** Writes `<folder>/<message id>.eml`: an email sent twice overwrites its file. */
function createFileTransport(folder: string): EmailTransport {
  const transporter = createTransport({ streamTransport: true, buffer: true });
  const send = async (message: EmailMessage) => {
    const { message: bytes } = await transporter.sendMail(message);
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${message.messageId.replace(/^<|@.*$/g, '')}.eml`);
    // Readable only by the server's user: the link in the email opens the claim.
    const file = await open(`${path}.part`, 'w', 0o600);
    try {
      await file.writeFile(bytes as Buffer);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
  };
  return { send, close: () => {} };
}
