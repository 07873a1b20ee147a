import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { enqueueAccountEmail } from '#server/accounts/accountEmail.ts';
import { parseConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { mayPrintEmailLinks } from '#server/notifications/emails/printEmailLinks.ts';
import { childEnvironment } from '#tools/childEnvironment.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { ACCOUNT_EMAILS, EMAIL_RECIPIENT } from './support/accountEmails.ts';

test.each([
  [{}, true],
  [{ HOST: '::1' }, true],
  [{ OPERATOR: 'manual' }, false],
  [{ SMTP_URL: 'smtp://127.0.0.1:25' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ TRUST_PROXY: 'loopback', PUBLIC_ORIGIN: 'https://exchange.example' }, false],
])('links of e-mails are printed with %j: %s', (env, expected) => {
  expect(mayPrintEmailLinks(parseConfig(env))).toBe(expected);
});

/** Starts a server that has e-mails to deliver, and returns its output once they are delivered and it was stopped. */
async function runWithEmails(env: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'razmen-links-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const options = { ...parseConfig({ DATA_DIR: folder }), createIfMissing: true };
  const withDatabase = async <Result>(
    work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<Result>,
  ) => {
    const database = await openDatabase(options);
    return work(database.db).finally(() => database.close());
  };
  await withDatabase(async db => {
    for (const message of ACCOUNT_EMAILS)
      await enqueueAccountEmail(db, { recipient: EMAIL_RECIPIENT, message, at: BigInt(Date.now()) });
  });
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...childEnvironment,
      DATA_DIR: folder,
      PORT: String(await findFreePort()),
      LIMIT_UNCONFIRMED_MAILS_PER_DAY: '100',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  const countUnsent = () =>
    withDatabase(
      async db => (await db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute()).length,
    );
  await expect.poll(countUnsent, { timeout: 30_000 }).toBe(0);
  child.kill('SIGTERM');
  await once(child, 'exit');
  return output;
}

test('a demonstration server prints one line with the code, or the link with a token, of each e-mail', async () => {
  const output = await runWithEmails({ OPERATOR: 'demo' });
  expect(
    output.match(/^Подтвердить почту: http:\/\/127\.0\.0\.1:\d+\/login#activate=\S{80}$/gm),
  ).toHaveLength(1);
  expect(
    output.match(/^Задать новый пароль: http:\/\/127\.0\.0\.1:\d+\/recover#token=\S{80}$/gm),
  ).toHaveLength(1);
  const refunds = ACCOUNT_EMAILS.filter(({ kind }) => kind === 'refund_named');
  const stoppable = ACCOUNT_EMAILS.filter(
    message => 'device' in message && message.kind !== 'account_stopped' && message.kind !== 'refund_named',
  );
  expect(output.match(/^Это не\u00a0я: http:\/\/127\.0\.0\.1:\d+\/recover#stop=\S{80}$/gm)).toHaveLength(
    stoppable.length,
  );
  expect(output.match(/^Код: \d{6}$/gm)).toHaveLength(1);
  expect(
    output.match(/^Подтвердить уведомление: http:\/\/127\.0\.0\.1:\d+\/alert#confirm=\S{80}$/gm),
  ).toHaveLength(1);
  expect(output.match(/#\w+=/g)).toHaveLength(3 + stoppable.length + refunds.length);
  expect(output).not.toContain(EMAIL_RECIPIENT);
});

test('another server prints no link', async () => {
  const output = await runWithEmails({ OPERATOR: 'manual' });
  expect(output).not.toMatch(/activate=|token=|stop=|Код|petrov/);
});
