import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';

/** A letter as it leaves. */
export interface Message extends Pick<SendMailOptions, 'headers'> {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** The part before the @ names the change that it tells of. */
  messageId: string;
  date: Date;
}

/** What takes letters away; a resolved promise means that it has answered for this one. */
export type Transport = (message: Message) => Promise<void>;

/** An SMTP server that has not taken a letter by then, milliseconds, has not taken it. */
const PATIENCE = 20_000;

/** SMTP_URL's server, or files in the data folder without one. */
export function transport({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Transport {
  return mail.smtpUrl === null ? files(join(dataDir, 'mail')) : smtp(mail.smtpUrl);
}

function smtp(url: string): Transport {
  const mailer = createTransport({ url, connectionTimeout: PATIENCE, greetingTimeout: PATIENCE });
  return async message => {
    await mailer.sendMail({ ...message, signal: AbortSignal.timeout(PATIENCE) });
  };
}

/** `<folder>/<id of the letter>.eml`: a letter that comes twice is one file. */
function files(folder: string): Transport {
  const mailer = createTransport({ streamTransport: true, buffer: true });
  return async message => {
    const { message: bytes } = await mailer.sendMail(message);
    await mkdir(folder, { recursive: true });
    const name = join(folder, `${message.messageId.replace(/^<|@.*$/g, '')}.eml`);
    // It opens the claim, so it is for the server's own user.
    const file = await open(`${name}.part`, 'w', 0o600);
    try {
      await file.writeFile(bytes as Buffer);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${name}.part`, name);
  };
}
