import { expect, test } from 'vitest';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { AccountBrowser, openAccount } from '../accounts/support/accountBrowser.ts';
import { createAccountMailbox } from '../accounts/support/accountMailbox.ts';
import { readStatusAndBody } from '../support/claimDriver.ts';
import { createShopOwner } from './support/shopClient.ts';

const EMAIL = 'ivan@mail.example';

forEachDatabase(startServer => {
  test('refuses addresses that are private or http, too many webhooks, and strangers', async () => {
    const testServer = await startServer({ ...relaxedLimits, WEBHOOK_PRIVATE: 'on' });
    const browser = await openAccount(testServer, EMAIL);
    const owner = createShopOwner(browser);
    await owner.addKey();
    const refuse = async (url: string, at = testServer) => {
      const other = createShopOwner(at === testServer ? browser : await openAccount(at, EMAIL));
      const [status, { codes }] = await readStatusAndBody(
        other.call('webhooks/', 'POST', { url, events: ['claim.status'], mode: 'live' }),
      );
      return [status, codes?.url];
    };
    expect(await refuse('https://user@127.0.0.1/')).toEqual([400, 'webhook_credentials']);
    const strict = await startServer(relaxedLimits);
    expect(await refuse('http://93.184.216.34/', strict)).toEqual([400, 'webhook_https']);
    const strictOwner = createShopOwner(await openAccount(strict, 'anna@mail.example'));
    const [status, { url }] = await readStatusAndBody(
      strictOwner.call('webhooks/', 'POST', {
        url: 'https://[::ffff:10.0.0.1]/',
        events: ['claim.status'],
        mode: 'live',
      }),
    );
    expect([status, url]).toEqual([400, ['Это адрес частной сети. Укажите сервер, доступный из интернета']]);
    const created = await owner.addWebhook({ url: 'http://127.0.0.1:9999/' });
    for (let count = 1; count < 5; count++) await owner.addWebhook({ url: 'http://127.0.0.1:9999/' });
    expect(
      await readStatusAndBody(
        owner.call('webhooks/', 'POST', {
          url: 'http://127.0.0.1:9999/',
          events: ['claim.status'],
          mode: 'live',
        }),
      ),
    ).toMatchObject([409, { code: 'webhooks_limit' }]);
    const stranger = createShopOwner(await openAccount(testServer, 'anna@mail.example'));
    for (const [path, method, body] of [
      ['', 'PATCH', { on: true }],
      ['', 'DELETE', undefined],
      ['rotate/', 'POST', undefined],
      ['test/', 'POST', undefined],
      ['deliveries/', 'GET', undefined],
      ['redeliver/', 'POST', { delivery: 1 }],
    ] as const) {
      expect((await stranger.call(`webhooks/${created.id}/${path}`, method, body)).status).toBe(404);
      expect(
        (
          await createShopOwner(new AccountBrowser(testServer)).call(
            `webhooks/${created.id}/${path}`,
            method,
            body,
          )
        ).status,
      ).toBe(401);
    }
    expect((await owner.call(`webhooks/${created.id}/`, 'DELETE')).status).toBe(204);
    expect(await owner.listWebhooks()).toHaveLength(4);
    const stopPath = await createAccountMailbox(testServer).readStopPath(EMAIL, 'создан ключ API магазина');
    expect((await new AccountBrowser(testServer).send(stopPath)).status).toBe(200);
    expect(await testServer.context.db.selectFrom('webhooks').select('id').execute()).toEqual([]);
  });
});
