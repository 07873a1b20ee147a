import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';

/** A letter as it leaves. */
export interface MailMessage extends Pick<SendMailOptions, 'headers'> {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** The part before the @ names the change that it tells of. */
  messageId: string;
  date: Date;
}

/** What takes letters away; a resolved promise means that it has answered for this one. */
export type MailTransport = (message: MailMessage) => Promise<void>;

/** An SMTP server that has not taken a letter by then, milliseconds, has not taken it. */
const SMTP_TIMEOUT_MS = 20_000;

/** SMTP_URL's server, or files in the data folder without one. */
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
  return async message => {
    await transporter.sendMail({ ...message, signal: AbortSignal.timeout(SMTP_TIMEOUT_MS) });
  };
}

/** `<folder>/<id of the letter>.eml`: a letter that comes twice is one file. */
function createFileTransport(folder: string): MailTransport {
  const transporter = createTransport({ streamTransport: true, buffer: true });
  return async message => {
    const { message: bytes } = await transporter.sendMail(message);
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${message.messageId.replace(/^<|@.*$/g, '')}.eml`);
    // It opens the claim, so it is for the server's own user.
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
