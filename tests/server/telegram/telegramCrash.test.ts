import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { TelegramLink } from '#core/contract/claim/claimTelegram.ts';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { TEST_ACCOUNT_KEY } from '../../support/accountKeys.ts';
import { createClaimClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createServerProcess } from '../../support/serverProcess.ts';
import { openBotApi, TEST_BOT_TOKEN } from '../../support/telegram/botApiServer.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { CHAT } from './support.ts';

async function hasBot(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/v1/calculator/settings/`);
  return ((await response.json()) as { telegram: boolean }).telegram;
}

forEachDatabase((startServer, dialect) => {
  test('a server starts without Telegram, loses no message when it is killed, and never logs the token', async () => {
    const { config } = await startServer();
    const folder = mkdtempSync(join(tmpdir(), 'razmen-telegram-'));
    const port = await findFreePort();
    const env = {
      DATA_DIR: folder,
      LOG_LEVEL: 'trace',
      ...relaxedLimits,
      TELEGRAM_BOT_TOKEN: TEST_BOT_TOKEN,
      TELEGRAM_API_ORIGIN: `http://127.0.0.1:${port}`,
      ...(config.databaseUrl === null
        ? {}
        : { DATABASE_URL: config.databaseUrl, ACCOUNT_KEY: TEST_ACCOUNT_KEY }),
    };
    const exchange = await createServerProcess(env);
    // Only PostgreSQL can have two servers.
    const second = dialect === 'postgres' ? await createServerProcess(env) : null;
    const outputs: string[] = [];
    try {
      await exchange.start();
      expect(await hasBot(exchange.origin)).toBe(false);
      await expect.poll(exchange.readOutput).toContain('The Bot API failed: ECONNREFUSED');

      await using botApi = await openBotApi(port);
      await expect.poll(() => hasBot(exchange.origin)).toBe(true);
      const client = createClaimClient((path, init) => fetch(exchange.origin + path, init));
      const claim = await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB'));
      const requestLink = () =>
        fetch(`${exchange.origin}/api/v1/claim/${claim.id}/telegram/`, {
          method: 'POST',
          headers: { 'x-claim-secret': claim.secret },
        });
      const { url } = v.parse(TelegramLink, await (await requestLink()).json());
      botApi.write(CHAT, `/start ${new URL(url).searchParams.get('start')}`);
      await expect.poll(() => botApi.sent.length).toBe(1);

      const killed = Promise.withResolvers<void>();
      botApi.beforeAccept = async () => {
        botApi.beforeAccept = () => Promise.resolve();
        await exchange.kill();
        killed.resolve();
      };
      await exchange.runOperator('claim', claim.number, 'confirming');
      await killed.promise;
      outputs.push(exchange.readOutput());
      // Nothing was recorded of the message that Telegram accepted meanwhile, so the next process sends it again.
      await (second ?? exchange).start();
      await expect.poll(() => botApi.sent.length).toBe(3);
      for (const { text } of botApi.sent.slice(1))
        expect(text).toContain(CLAIM_STATUS_RULES.confirming.label);

      if (second) {
        const conflictCount = botApi.conflictCount;
        await exchange.start();
        await expect.poll(() => hasBot(exchange.origin)).toBe(true);
        botApi.write(CHAT, '/stop');
        await expect.poll(() => botApi.sent.length).toBe(4);
        expect(botApi.conflictCount).toBe(conflictCount);
        await second.stop();
        // The other one goes on, and answers each update once.
        botApi.write(CHAT + 1, '/help');
        await expect.poll(() => botApi.sent.length).toBe(5);
      }
    } finally {
      outputs.push(exchange.readOutput(), second?.readOutput() ?? '');
      await Promise.all([exchange.stop(), second?.stop()]);
      rmSync(folder, { recursive: true, force: true });
    }
    const secret = TEST_BOT_TOKEN.slice(TEST_BOT_TOKEN.indexOf(':') + 1);
    for (const output of outputs) expect(output).not.toContain(secret);
  });
});
