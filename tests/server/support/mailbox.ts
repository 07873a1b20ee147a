import { afterEach, beforeEach, expect } from 'vitest';
import { deriveEmailSecret } from '#server/exchange/claims/claimSecret.ts';
import { MIN_CLAIM_EMAIL_INTERVAL_MS } from '#server/notifications/emails/leaseEmail.ts';
import type { EmailMessage } from '#server/platform/email/emailTransport.ts';
import { deliverDueEmail } from '#server/notifications/emails/emailWorker.ts';
import { confirmMailbox } from '#server/platform/email/mailboxes.ts';
import { TEST_CARD_NUMBER } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import type { StartTestServer, TestServer } from '../../support/testServer.ts';

/**
 * Collects the e-mails that a test server sends. Recipients open the links of all e-mails, unless `isRead` is false.
 */
export function createMailbox(testServer: TestServer, { isRead = true } = {}) {
  const received: EmailMessage[] = [];
  const deliver = () =>
    deliverDueEmail(testServer.context, async message => {
      received.push(message);
      if (isRead) await confirmMailbox(testServer.context, message.to);
    });
  const replaceSpaces = (text: string) => text.replaceAll('\u00a0', ' ');
  return {
    received,
    /** Delivers what is due now. */
    deliver,
    /** Advances the clock by the minimum interval between e-mails, then delivers what is due. */
    deliverLater() {
      testServer.advanceClock(MIN_CLAIM_EMAIL_INTERVAL_MS);
      return deliver();
    },
    /** The statuses in the subjects of all e-mails, with common spaces. */
    listHeadlines: () =>
      received.map(({ subject }) => replaceSpaces(subject).replace(/^Заявка [A-Z\d]+: /, '')),
    /** The text of the last e-mail, with common spaces. */
    readLast: () => replaceSpaces(received.at(-1)?.text ?? ''),
  };
}

/** The secret in the links of e-mails about a claim that this server created. */
export const getEmailSecret = ({ context: { keys } }: TestServer, id: string) =>
  deriveEmailSecret(keys, { id, secret_key_id: keys.currentId });

/** Starts a server with a mailbox before each test, and checks its e-mails after the test. */
export function setUpMailbox(startServer: StartTestServer) {
  const setup = {} as { testServer: TestServer; mailbox: ReturnType<typeof createMailbox> };
  beforeEach(async () => {
    setup.testServer = await startServer(relaxedLimits);
    setup.mailbox = createMailbox(setup.testServer);
  });
  afterEach(() => expectReadableEmail(setup.mailbox.received));
  return setup;
}

/**
 * Expects a subject with number and status, then the next step, the link and the amounts, in the style of the texts.
 */
function expectReadableEmail(messages: readonly EmailMessage[]): void {
  for (const { subject, text } of messages) {
    expect(subject).toMatch(/^Заявка [A-Z\d]+: [а-яё]/);
    expect(text).toMatch(
      /^[А-ЯЁ][^\n]{20,}\.\n\n(Открыть заявку [A-Z\d]+|Остановить возврат):\nhttp\S+\/claim\/[-\da-f]{36}#\S+\n\n/,
    );
    expect(text).not.toMatch(/[!—–]| [сивдокнепу] |undefined|null|\n\n\n/u);
    expect(text).not.toContain(TEST_CARD_NUMBER);
  }
}
