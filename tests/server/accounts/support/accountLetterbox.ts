import { expect } from 'vitest';
import type { TestServer } from '../../../support/testServer.ts';
import { createMailbox } from '../../support/mailbox.ts';

/** Reads the letters about accounts that a test server sends. */
export function createAccountLetterbox(testServer: TestServer) {
  const mailbox = createMailbox(testServer);
  const find = async (email: string, pattern: RegExp) => {
    await mailbox.deliver();
    const letter = mailbox.received.findLast(({ to, text }) => to === email && pattern.test(text));
    return pattern.exec(letter?.text ?? '')?.[1];
  };
  return {
    /** Forgets the letters until now. */
    async clear(): Promise<void> {
      await mailbox.deliver();
      mailbox.received.length = 0;
    },
    /** The code in the newest letter to an e-mail; undefined without one. */
    readCode: (email: string) => find(email, /^Код: (\d{6})$/m),
    /** The path of «Это не я» in the newest letter to an e-mail whose subject ends with `headline`. */
    async readStopPath(email: string, headline: string): Promise<string> {
      await mailbox.deliver();
      const letter = mailbox.received.findLast(
        ({ to, subject }) => to === email && subject.replaceAll('\u00a0', ' ') === `Размен: ${headline}`,
      );
      const token = /\/recover#stop=(\S+)$/m.exec(letter?.text ?? '')?.[1];
      return `/api/v1/users/stop/${token ?? expect.fail(`no letter «${headline}» to ${email}`)}/`;
    },
    /** The subjects of all letters to an e-mail, without the site's name. */
    async listHeadlines(email: string): Promise<string[]> {
      await mailbox.deliver();
      return mailbox.received
        .filter(({ to }) => to === email)
        .map(({ subject }) => subject.replaceAll('\u00a0', ' ').replace('Размен: ', ''));
    },
  };
}
