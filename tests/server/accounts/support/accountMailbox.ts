import { expect } from 'vitest';
import type { TestServer } from '../../../support/testServer.ts';
import { createMailbox } from '../../support/mailbox.ts';

/** Reads the e-mails about accounts that a test server sends. */
export function createAccountMailbox(testServer: TestServer) {
  const mailbox = createMailbox(testServer);
  const find = async (email: string, pattern: RegExp) => {
    await mailbox.deliver();
    const message = mailbox.received.findLast(({ to, text }) => to === email && pattern.test(text));
    return pattern.exec(message?.text ?? '')?.[1];
  };
  return {
    /** Forgets the e-mails until now. */
    async clear(): Promise<void> {
      await mailbox.deliver();
      mailbox.received.length = 0;
    },
    /** The code in the newest e-mail to an address; undefined without one. */
    readCode: (email: string) => find(email, /^Код: (\d{6})$/m),
    /** The path of «Это не я» in the newest e-mail to an address whose subject ends with `headline`. */
    async readStopPath(email: string, headline: string): Promise<string> {
      await mailbox.deliver();
      const message = mailbox.received.findLast(
        ({ to, subject }) => to === email && subject.replaceAll('\u00a0', ' ') === `Размен: ${headline}`,
      );
      const token = /\/recover#stop=(\S+)$/m.exec(message?.text ?? '')?.[1];
      return `/api/v1/users/stop/${token ?? expect.fail(`no e-mail «${headline}» to ${email}`)}/`;
    },
    /** The subjects of all e-mails to an address, without the site's name. */
    async listHeadlines(email: string): Promise<string[]> {
      await mailbox.deliver();
      return mailbox.received
        .filter(({ to }) => to === email)
        .map(({ subject }) => subject.replaceAll('\u00a0', ' ').replace('Размен: ', ''));
    },
  };
}
