import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { enqueueAccountEmail } from '#server/accounts/accountEmail.ts';
import {
  isAccountCode,
  readAccountToken,
  type AccountTokenKind,
} from '#server/platform/keys/accountToken.ts';
import { escapeHtml } from '#server/platform/http/response/escapeHtml.ts';
import { createEmailTransport } from '#server/platform/email/emailTransport.ts';
import { createEmailWorker } from '#server/notifications/emails/emailWorker.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { createMailbox } from '../support/mailbox.ts';
import { openSmtpInbox } from '../support/smtpInbox.ts';
import {
  ACCOUNT_EMAILS,
  decodeParts,
  DEVICE,
  enqueueEmails,
  EMAIL_RECIPIENT,
} from './support/accountEmails.ts';
import { EXPECTED_EMAIL } from './support/expectedAccountEmail.ts';

/** «Это не я». */
const STOP_PATH = String.raw`/recover#stop=\S+`;

const replaceSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

/** The visible text of HTML, with its line breaks. */
const readHtml = (html: string) =>
  html
    .replace(/[^]*<body[^>]*>/, '')
    .replaceAll('<br>', '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

forEachDatabase(startServer => {
  let testServer: TestServer;
  beforeEach(async () => {
    testServer = await startServer(relaxedLimits);
  });

  const listStoredEmails = () => testServer.context.db.selectFrom('mail').selectAll().orderBy('id').execute();

  describe.each(ACCOUNT_EMAILS)('the e-mail $kind', message => {
    const expected = EXPECTED_EMAIL[message.kind];

    test('says the same in text and HTML', async () => {
      const mailbox = createMailbox(testServer);
      await enqueueEmails(testServer, [message]);
      expect(await mailbox.deliver()).toBe(1);
      const [received] = mailbox.received;
      const { text = '', html = '', subject = '', to } = received ?? {};
      expect(to).toBe(EMAIL_RECIPIENT);
      expect(replaceSpaces(subject)).toBe(expected.subject);
      expect(replaceSpaces(text).startsWith(expected.start)).toBe(true);
      expect(text).toMatch(expected.link);
      for (const part of [text, readHtml(html)])
        for (const fact of [expected.start, expected.detail]) expect(replaceSpaces(part)).toContain(fact);
      // The button leads where the text does.
      const [label = '', url = ''] = expected.link.exec(text)?.[0].split(':\n') ?? [];
      expect(html).toContain(`<a href="${escapeHtml(url)}" style=`);
      expect(html).toContain(`>${label}</a>`);
      expect(html.match(/<a [^>]*style=/g)).toHaveLength(1);
      // It loads nothing.
      expect(html).not.toMatch(/src=|url\(|<img|<link|<script|@import/i);
      for (const part of [text, readHtml(html)])
        expect(part).not.toMatch(/[!—–]| [сивдокнепу] |undefined|null|\{/u);
      expect(text).not.toMatch(/\n\n\n/);
    });

    test('is stored without its link and what it was composed from', async () => {
      await enqueueEmails(testServer, [message]);
      const [before] = await listStoredEmails();
      expect(before).toMatchObject({ claim_id: null, kind: message.kind, subject: '', text: '' });
      await createMailbox(testServer).deliver();
      const [row] = await listStoredEmails();
      expect(row).toMatchObject({ about: null, sent_at: BigInt(testServer.now()), attempts: 1n });
      expect(replaceSpaces(row?.subject ?? '')).toBe(expected.subject);
      expect(replaceSpaces(row?.text ?? '').startsWith(expected.start)).toBe(true);
      expect(row?.text).not.toContain('#');
    });
  });

  test.each([
    ['token_reused', 'сеанс завершён', 'потому что данные входа пришли дважды', STOP_PATH],
    ['one_ended', 'сеанс завершён', 'Если сеанс завершили не вы', STOP_PATH],
    ['several_ended', 'сеансы завершены', 'Если сеансы на других устройствах завершили не вы', STOP_PATH],
    ['operator', 'сеансы завершены', 'служба поддержки завершила все сеансы', STOP_PATH],
    ['blocked', 'аккаунт заблокирован', 'войти в аккаунт сейчас нельзя', '/contacts'],
  ] as const)(
    'the e-mail about ended sessions names the reason %s',
    async (reason, headline, cause, path) => {
      const mailbox = createMailbox(testServer);
      await enqueueEmails(testServer, [{ kind: 'sessions_revoked', reason, ...DEVICE }]);
      await mailbox.deliver();
      const [message] = mailbox.received;
      expect(replaceSpaces(message?.subject ?? '')).toBe(`Размен: ${headline}`);
      for (const part of [message?.text ?? '', readHtml(message?.html ?? '')])
        expect(replaceSpaces(part)).toContain(cause);
      expect(message?.text).toMatch(new RegExp(`:3000${path}$`, 'm'));
      expect(message?.text.includes('дважды')).toBe(reason === 'token_reused');
    },
  );

  test.each(['activate', 'already_registered', 'register_again'])(
    'the e-mail %s that an earlier version stored is sent',
    async kind => {
      const mailbox = createMailbox(testServer);
      const message = ACCOUNT_EMAILS.find(({ kind: other }) => other === kind) ?? ACCOUNT_EMAILS[0];
      await enqueueEmails(testServer, [message]);
      const about = JSON.stringify(kind === 'activate' ? { signupId: ACCOUNT_EMAILS[0].signupId } : {});
      await testServer.context.db.updateTable('mail').set({ about }).execute();
      await mailbox.deliver();
      const { text = '' } = mailbox.received[0] ?? {};
      expect(replaceSpaces(text)).toContain('Когда: в 15:00 по Москве 21 ноября\n\n');
      expect(text).not.toMatch(/Устройство|undefined|NaN/);
    },
  );

  test('an e-mail about ended sessions that an earlier version stored is sent', async () => {
    const mailbox = createMailbox(testServer);
    await enqueueEmails(testServer, [{ kind: 'sessions_revoked', reason: 'operator', ...DEVICE }]);
    await testServer.context.db
      .updateTable('mail')
      .set({ about: JSON.stringify(DEVICE) })
      .execute();
    await mailbox.deliver();
    expect(replaceSpaces(mailbox.received[0]?.subject ?? '')).toBe('Размен: сеансы завершены');
  });

  test.each([
    ['activate', '#activate=', ACCOUNT_EMAILS[0].signupId],
    ['restore', '#token=', ACCOUNT_EMAILS[2].tokenId],
  ] as const)(
    'the token of the link %s is that of its row, and neither stored nor logged',
    async (kind, mark, id) => {
      const mailbox = createMailbox(testServer);
      await enqueueEmails(testServer, ACCOUNT_EMAILS);
      expect(await mailbox.deliver()).toBe(ACCOUNT_EMAILS.length);
      const message = mailbox.received.find(({ text }) => text.includes(mark));
      const token = new RegExp(`${mark}(\\S+)`).exec(message?.text ?? '')?.[1] ?? '';
      const { keys, db } = testServer.context;
      expect(readAccountToken(keys, kind, token)).toBe(id);
      for (const other of ['activate', 'restore', 'stop', 'refund'] satisfies AccountTokenKind[])
        if (other !== kind) expect(readAccountToken(keys, other, token)).toBeNull();
      const signature = token.split('.')[1] ?? '';
      expect(signature).toHaveLength(43);
      const rows = await Promise.all(
        (await db.introspection.getTables()).map(({ name }) =>
          sql`select * from ${sql.table(name)}`.execute(db),
        ),
      );
      const stored = JSON.stringify(rows, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      expect(stored).toContain(EMAIL_RECIPIENT);
      expect(stored).not.toContain(signature);
      expect(testServer.log()).not.toContain(signature);
      expect(testServer.log()).not.toContain(EMAIL_RECIPIENT);
    },
  );

  test('the code of an e-mail is that of its row, and neither stored nor logged', async () => {
    const mailbox = createMailbox(testServer);
    const message = { kind: 'email_code', changeId: 'c4e7a1f2-0000-4000-8000-000000000003' } as const;
    await enqueueEmails(testServer, [message]);
    await mailbox.deliver();
    const { text = '', html = '', subject = '' } = mailbox.received[0] ?? {};
    const code = /^Код: (\d{6})$/m.exec(text)?.[1] ?? expect.fail('no code');
    expect(html).toContain(`>${code}</p>`);
    expect(subject).not.toContain(code);
    const { keys } = testServer.context;
    expect(isAccountCode(keys, message.changeId, code)).toBe(true);
    expect(isAccountCode(keys, message.changeId.replace('3', '4'), code)).toBe(false);
    const [row] = await listStoredEmails();
    expect(row?.text).toContain('Введите код');
    expect(`${row?.text} ${row?.about}`).not.toContain(code);
    expect(testServer.log()).not.toContain(code);
  });

  test('a device from a request stays one line of text, also in HTML', async () => {
    const mailbox = createMailbox(testServer);
    const device = `<b>Opera</b>\r\nСеть: "чужая" ${'x'.repeat(200)}`;
    await enqueueEmails(testServer, [{ kind: 'new_device', device, network: '' }]);
    await mailbox.deliver();
    const { text, html = '' } = mailbox.received[0] ?? { text: '' };
    const line = /^Устройство: .*$/m.exec(text)?.[0] ?? '';
    expect(line).toContain('Устройство: <b>Opera</b> Сеть: "чужая" xxx');
    expect(line.length).toBeLessThan(120);
    expect(text).not.toMatch(/^Сеть:/m);
    expect(html).not.toContain('<b>');
    expect(readHtml(html)).toContain(line);
  });

  test('an e-mail sent again after a crash has the same Message-ID', async () => {
    const mailbox = createMailbox(testServer);
    await enqueueEmails(testServer, [ACCOUNT_EMAILS[1], ACCOUNT_EMAILS[1]]);
    await mailbox.deliver();
    const [first, second] = mailbox.received.map(({ messageId }) => messageId);
    expect(first).not.toBe(second);
    await testServer.context.db.updateTable('mail').set({ sent_at: null, next_at: 0n }).execute();
    await mailbox.deliver();
    expect(mailbox.received.slice(2).map(({ messageId }) => messageId)).toEqual([first, second]);
  });

  test('a rolled back change leaves no e-mail', async () => {
    const failing = testServer.context.db.transaction().execute(async trx => {
      await enqueueAccountEmail(trx, { recipient: EMAIL_RECIPIENT, message: ACCOUNT_EMAILS[0], at: 0n });
      throw new Error('the power is gone');
    });
    await expect(failing).rejects.toThrow('the power is gone');
    expect(await listStoredEmails()).toEqual([]);
  });
});

forEachDatabase(startServer => {
  test('the worker sends e-mails by SMTP as text and HTML', async () => {
    await using inbox = await openSmtpInbox();
    const testServer = await startServer({ ...relaxedLimits, SMTP_URL: inbox.url });
    await enqueueEmails(testServer, ACCOUNT_EMAILS);
    const worker = createEmailWorker(testServer.context, createEmailTransport(testServer.config));
    worker.start();
    await expect.poll(() => inbox.received.length, { timeout: 20_000 }).toBe(ACCOUNT_EMAILS.length);
    await worker.stop();
    const { keys } = testServer.context;
    const ids = inbox.received.flatMap(({ to, raw }) => {
      expect(to).toEqual([EMAIL_RECIPIENT]);
      const { headers, text, html } = decodeParts(raw);
      expect(headers).toMatch(/^Content-Type: multipart\/alternative;/m);
      expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
      expect(raw).not.toContain('secretLine');
      const [, kind = '', token = ''] = /#(activate|token)=(\S+)/.exec(text) ?? [];
      expect(html).toContain(`#${kind}${kind && '='}${token}`);
      return kind === '' ? [] : [readAccountToken(keys, kind === 'token' ? 'restore' : 'activate', token)];
    });
    expect(ids.toSorted()).toEqual([ACCOUNT_EMAILS[0].signupId, ACCOUNT_EMAILS[2].tokenId]);
    const rows = await testServer.context.db.selectFrom('mail').select('sent_at').execute();
    expect(rows.every(({ sent_at }) => sent_at !== null)).toBe(true);
  });

  test('without SMTP_URL e-mails are files with both parts', async () => {
    const testServer = await startServer(relaxedLimits);
    await enqueueEmails(testServer, [ACCOUNT_EMAILS[2]]);
    const worker = createEmailWorker(testServer.context, createEmailTransport(testServer.config));
    worker.start();
    const listSent = () =>
      testServer.context.db
        .selectFrom('mail')
        .select('message_id')
        .where('sent_at', 'is not', null)
        .execute();
    await expect.poll(listSent).toHaveLength(1);
    await worker.stop();
    const file = join(testServer.config.dataDir, 'mail', `${(await listSent())[0]?.message_id}.eml`);
    const { text, html } = decodeParts(readFileSync(file, 'latin1'));
    expect(text).toContain('/recover#token=');
    expect(html).toContain('/recover#token=');
  });
});
