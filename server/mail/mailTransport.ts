import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';

/** An email to send. */
export interface MailMessage extends Pick<SendMailOptions, 'headers'> {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** The part before the @ is unique for the change that the email is about. */
  messageId: string;
  date: Date;
}

/** Sends an email. Resolves when it is accepted for delivery, rejects otherwise, also when `signal` aborts it. */
export type MailTransport = (message: MailMessage, signal: AbortSignal) => Promise<void>;

/** Timeout of an SMTP delivery. */
const SMTP_TIMEOUT_MS = 20_000;

/**
 * Returns the transport to the server of SMTP_URL. Without SMTP_URL, emails are written to files in the data folder.
 */
export function createMailTransport({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): MailTransport {
  return mail.smtpUrl === null
    ? createFileTransport(join(dataDir, 'mail'))
    : createSmtpTransport(mail.smtpUrl);
}

function createSmtpTransport(url: string): MailTransport {
  const transporter = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
  });
  return async (message, signal) => {
    await transporter.sendMail({
      ...message,
      signal: AbortSignal.any([signal, AbortSignal.timeout(SMTP_TIMEOUT_MS)]),
    });
  };
}

/** Writes `<folder>/<message id>.eml`: an email sent twice overwrites its file. */
function createFileTransport(folder: string): MailTransport {
  const transporter = createTransport({ streamTransport: true, buffer: true });
  return async message => {
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
}
