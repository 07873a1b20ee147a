import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEmailTransport } from '#server/platform/email/emailTransport.ts';
import { deliverDueEmail } from '#server/notifications/emails/emailWorker.ts';
import { readNewsItems, type PublishedNewsItem } from '#server/notifications/newsletter/newsItems.ts';
import { NEWS_EMAILS_PER_MINUTE, queueNews } from '#server/notifications/newsletter/sendNews.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { AccountBrowser, buildSignup, openAccount } from '../accounts/support/accountBrowser.ts';
import { decodeParts } from '../emails/support/accountEmails.ts';
import { createMailbox } from '../support/mailbox.ts';
import { createOperatorCalls } from '../support/operatorCalls.ts';
import { listOperatorChanges } from '../support/operatorCommand.ts';
import { openSmtpInbox } from '../support/smtpInbox.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const SLUG = 'otkrytie';

forEachDatabase(startServer => {
  let calls: ReturnType<typeof createOperatorCalls>;
  let mailbox: ReturnType<typeof createMailbox>;
  let item: PublishedNewsItem;
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  beforeEach(async () => {
    testServer.advanceClock(Date.now() - testServer.now());
    calls = createOperatorCalls(testServer);
    mailbox = createMailbox(testServer);
    item = (await readNewsItems())?.find(({ slug }) => slug === SLUG) ?? expect.fail('run npm run build');
  });

  const chooseNews = (account: AccountBrowser, news: boolean) =>
    account.send('/api/v1/users/me/', { method: 'PATCH', body: { notify: { news } } });

  async function openSubscriber(email: string): Promise<AccountBrowser> {
    const account = await openAccount(testServer, email);
    expect((await chooseNews(account, true)).status).toBe(200);
    return account;
  }

  /** Adds accounts that want news, much faster than signing up. */
  async function addSubscribers(count: number): Promise<void> {
    await openSubscriber('first@mail.example');
    const template = await testServer.context.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    const users = Array.from({ length: count - 1 }, (_, n) => ({
      ...template,
      id: randomUUID(),
      email: `reader${n}@mail.example`,
    }));
    await testServer.context.db.insertInto('users').values(users).execute();
  }

  const listNewsEmail = () =>
    testServer.context.db.selectFrom('mail').selectAll().where('kind', '=', 'news').orderBy('at').execute();

  /** Delivers what a command, which uses the real clock, has just added. */
  async function deliverLater(): Promise<void> {
    testServer.advanceClock(MINUTE_MS);
    await mailbox.deliver();
  }

  /** The messages with news that have been delivered. */
  const listDelivered = () =>
    mailbox.received.filter(({ headers }) => headers && 'List-Unsubscribe' in headers);

  const readPageToken = (text: string) => /\/unsubscribe#news=(\S+)$/m.exec(text)?.[1] ?? '';

  const readOneClickPath = (n = 0) => {
    const headers = listDelivered()[n]?.headers as Record<string, string> | undefined;
    return /^<http:\/\/127\.0\.0\.1:3000(\/\S+)>$/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
  };

  /** What Gmail sends when its button «Отписаться» is pressed. */
  const pressInMailProgram = (path: string) =>
    testServer.app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });

  test('only accounts that have asked get a news item, once each, after the operator confirms the count', async () => {
    await openSubscriber('anna@mail.example');
    await openAccount(testServer, 'silent@mail.example');
    await openSubscriber('blocked@mail.example');
    await calls.succeed('user blocked@mail.example block');
    await openSubscriber('leaving@mail.example');
    await testServer.context.db
      .updateTable('users')
      .set({ deletion_due_at: BigInt(testServer.now() + DAY_MS) })
      .where('email', '=', 'leaving@mail.example')
      .execute();
    await new AccountBrowser(testServer).send('/api/v1/users/signup/', {
      body: buildSignup('waiting@mail.example'),
    });

    const preview = await calls.succeed(`news ${SLUG} send`);
    expect(preview).toContain(`Subject: Размен: ${item.title}`);
    expect(preview).toMatch(/Accounts: 1, about 1 minutes\. Nothing is sent yet\./);
    expect(await listNewsEmail()).toEqual([]);

    expect(await calls.succeed(`news ${SLUG} send --yes`)).toContain('1 e-mails are in the outbox');
    await deliverLater();
    expect(listDelivered().map(({ to }) => to)).toEqual(['anna@mail.example']);
    expect(await listOperatorChanges(testServer)).toContainEqual(['news send', SLUG, { accounts: '1' }]);

    const { code, err } = await calls.run(`news ${SLUG} send --yes`);
    expect([code, err]).toEqual([1, expect.stringContaining('No account is left')]);
    // Whoever asks later gets it, too.
    await openSubscriber('later@mail.example');
    await calls.succeed(`news ${SLUG} send --yes`);
    await deliverLater();
    expect(listDelivered().map(({ to }) => to)).toEqual(['anna@mail.example', 'later@mail.example']);
    expect(await calls.succeed('news')).toMatch(new RegExp(String.raw`^\S+ +${SLUG} +2 +0 +0 `, 'm'));
  });

  test('whoever switches news off, is blocked or gets another address before the delivery gets no e-mail', async () => {
    const anna = await openSubscriber('anna@mail.example');
    await openSubscriber('boris@mail.example');
    await openSubscriber('vera@mail.example');
    await queueNews(testServer.context, item);
    await chooseNews(anna, false);
    await calls.succeed('user boris@mail.example block');
    await testServer.context.db
      .updateTable('users')
      .set({ email: 'new@mail.example' })
      .where('email', '=', 'vera@mail.example')
      .execute();
    testServer.advanceClock(MINUTE_MS);
    await mailbox.deliver();
    expect(listDelivered()).toEqual([]);
    expect(await listNewsEmail()).toEqual([]);
    // The changed address has got none, so it is left.
    expect(await calls.succeed(`news ${SLUG} send`)).toContain('Accounts: 1,');
  });

  test('hundreds of e-mails are spread over minutes, and an interrupted or repeated call sends none twice', async () => {
    await addSubscribers(450);
    // Two operators at the same time.
    const counts = await Promise.all([
      queueNews(testServer.context, item),
      queueNews(testServer.context, item),
    ]);
    expect(counts[0] + counts[1]).toBe(450);
    // As if the process had been killed after some batches.
    const { db } = testServer.context;
    const lost = (await listNewsEmail()).slice(200).map(({ id }) => id);
    await db.deleteFrom('mail').where('id', 'in', lost).execute();
    expect(await queueNews(testServer.context, item)).toBe(250);
    const emails = await listNewsEmail();
    expect(new Set(emails.map(({ recipient }) => recipient)).size).toBe(450);
    expect(emails).toHaveLength(450);
    await mailbox.deliver();
    expect(listDelivered().length).toBeLessThanOrEqual(2);
    testServer.advanceClock(MINUTE_MS);
    await mailbox.deliver();
    expect(listDelivered().length).toBeGreaterThan(NEWS_EMAILS_PER_MINUTE / 2);
    expect(listDelivered().length).toBeLessThanOrEqual(2 * NEWS_EMAILS_PER_MINUTE);
    testServer.advanceClock(3 * MINUTE_MS);
    await mailbox.deliver();
    expect(new Set(listDelivered().map(({ to }) => to)).size).toBe(450);
    expect(listDelivered()).toHaveLength(450);
  });

  test('the operator stops a news item and continues with the rest', async () => {
    await addSubscribers(10);
    await calls.succeed(`news ${SLUG} send --yes`);
    testServer.advanceClock(
      Date.now() - testServer.now() + Math.round((3 * MINUTE_MS) / NEWS_EMAILS_PER_MINUTE),
    );
    await mailbox.deliver();
    const early = listDelivered().length;
    expect(early).toBeGreaterThan(0);
    expect(early).toBeLessThan(10);
    expect(await calls.succeed(`news ${SLUG} stop`)).toContain(`${10 - early} e-mails are removed`);
    testServer.advanceClock(MINUTE_MS);
    await mailbox.deliver();
    expect(listDelivered()).toHaveLength(early);
    await calls.succeed(`news ${SLUG} send --yes`);
    testServer.advanceClock(MINUTE_MS);
    await mailbox.deliver();
    expect(new Set(listDelivered().map(({ to }) => to)).size).toBe(10);
    expect(listDelivered()).toHaveLength(10);
    expect(await listOperatorChanges(testServer)).toContainEqual([
      'news stop',
      SLUG,
      { letters: String(10 - early) },
    ]);
  });

  test('the command refuses what it does not know', async () => {
    await calls.expectRefusals([
      ['news unknown send', 'There is no news item “unknown”'],
      [`news ${SLUG}`, 'Usage: news'],
      [`news ${SLUG} drop`, 'Usage: news'],
      [`news ${SLUG} stop --yes`, 'Usage: news'],
      [`news ${SLUG} stop`, 'No e-mail about it waits'],
      [`news ${SLUG} send --yes`, 'No account is left'],
    ]);
  });

  describe('the e-mail', () => {
    let anna: AccountBrowser;
    beforeEach(async () => {
      anna = await openSubscriber('anna@mail.example');
      await queueNews(testServer.context, item);
      await mailbox.deliver();
    });

    const readNews = async () => (await anna.fetchUser()).notify?.news;

    test('has the news item, its address, and a link and a header that end the news', async () => {
      const [message] = listDelivered();
      const { subject = '', text = '', html = '', headers } = message ?? {};
      expect(subject).toBe(`Размен: ${item.title}`);
      expect(text).toContain(item.description);
      expect(text).toContain(`Прочитать новость:\nhttp://127.0.0.1:3000/news/${SLUG}`);
      const token = readPageToken(text);
      expect(token).not.toBe('');
      expect(html).toContain(`/unsubscribe#news=${token}"`);
      expect(headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
      expect(readOneClickPath()).toBe(`/api/v1/unsubscribe/news/${token}/`);
      const [row] = await listNewsEmail();
      expect(row).toMatchObject({ about: null, subject, message_id: expect.stringContaining(SLUG) });
      expect(row?.text).toContain(item.description);
      expect(row?.text).not.toContain('unsubscribe');
    });

    test('one press in the mail program ends the news without a login, also during maintenance', async () => {
      const path = readOneClickPath();
      // A mail scanner opens links: nothing changes.
      for (const method of ['GET', 'HEAD']) {
        const response = await testServer.app.request(path, { method });
        expect([response.status, response.headers.get('location')]).toEqual([
          303,
          `/unsubscribe#news=${readPageToken(listDelivered()[0]?.text ?? '')}`,
        ]);
      }
      expect(await readNews()).toBe(true);
      await calls.succeed('maintenance on');
      expect((await pressInMailProgram(path)).status).toBe(204);
      await calls.succeed('maintenance off');
      expect(await readNews()).toBe(false);
      // The answer may have been lost.
      expect((await pressInMailProgram(path)).status).toBe(204);
      expect(testServer.log()).not.toContain(path.split('/')[5]);
    });

    test('a link of another purpose, a changed one and one of a year ago end nothing', async () => {
      const path = readOneClickPath();
      for (const other of [
        path.replace('~', '~1'),
        '/api/v1/unsubscribe/news/abc/',
        path.replace(/.\/$/, '/'),
      ]) {
        const response = await pressInMailProgram(other);
        expect([response.status, await response.json()]).toEqual([
          404,
          expect.objectContaining({ code: 'link_invalid' }),
        ]);
      }
      testServer.advanceClock(365 * DAY_MS);
      const response = await pressInMailProgram(path);
      expect([response.status, await response.json()]).toEqual([
        404,
        expect.objectContaining({ code: 'link_expired' }),
      ]);
      const user = await testServer.context.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
      expect(user.notify_news).toBe(1n);
    });
  });

  test('a mail server receives both headers whole', async () => {
    await using inbox = await openSmtpInbox();
    await openSubscriber('anna@mail.example');
    await queueNews(testServer.context, item);
    const transport = createEmailTransport({
      ...testServer.config,
      mail: { ...testServer.config.mail, smtpUrl: inbox.url },
    });
    await deliverDueEmail(testServer.context, transport.send);
    transport.close();
    const news = inbox.received.find(({ raw }) => raw.includes('List-Unsubscribe'));
    const { headers, text } = decodeParts(news?.raw ?? '');
    const token = readPageToken(text.replaceAll('\r', ''));
    expect(headers.replace(/\r\n /g, ' ').replace(/ +/g, ' ')).toContain(
      `List-Unsubscribe: <http://127.0.0.1:3000/api/v1/unsubscribe/news/${token}/>\r\n`,
    );
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });
});
