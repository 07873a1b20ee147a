import { expect } from 'vitest';
import { createWebhookDeliverer } from '#server/partners/webhooks/webhookWorker.ts';
import type { TestServer } from '../../../support/testServer.ts';
import { openAccount } from '../../accounts/support/accountBrowser.ts';
import { createShopOwner, createShopProgram } from './shopClient.ts';

/** Creates claims with keys of both modes, lists and reads them, and delivers their events. */
export async function callShopRoutes(testServer: TestServer): Promise<void> {
  const owner = createShopOwner(await openAccount(testServer, 'shop@mail.example'));
  const [live, test] = [await owner.addKey({ mode: 'live' }), await owner.addKey()];
  const { id } = await owner.addWebhook({ url: 'https://93.184.216.34/hook' });
  for (const { key } of [live, test]) {
    const program = createShopProgram(testServer, key);
    const claim = await program.createClaim({ sub: 'order' });
    await program.readClaim(claim.id);
    const query = 'sub=order&status=open&date_from=2026-01-01&date_to=2036-01-01';
    expect((await program.send(`claims/?${query}`)).status).toBe(200);
    if (key === test.key) await program.move(claim.id, 'claimed');
  }
  expect((await owner.call(`webhooks/${id}/test/`, 'POST')).status).toBe(202);
  let responseCode = 500;
  const send = async () => ({ responseCode, error: null });
  const deliverer = createWebhookDeliverer(testServer.context, send);
  for (const code of [500, 200, 410]) {
    responseCode = code;
    while ((await deliverer.run()) > 0) await deliverer.finish();
    testServer.advanceClock(1_000);
    if (code !== 410) expect((await owner.call(`webhooks/${id}/test/`, 'POST')).status).toBe(202);
  }
  const [delivery] = await owner.listDeliveries(id);
  expect((await owner.call(`webhooks/${id}/`, 'PATCH', { on: true })).status).toBe(200);
  await owner.call(`webhooks/${id}/redeliver/`, 'POST', { delivery: delivery?.id });
  await owner.rotate(id);
  await owner.listWebhooks();
  await owner.listKeys();
  const walk = (await (await owner.call('test-claims/', 'POST')).json()) as { id: string };
  expect((await owner.call(`test-claims/${walk.id}/`, 'POST', { status: 'claimed' })).status).toBe(200);
  expect((await owner.call(`webhooks/${id}/deliveries/`)).status).toBe(200);
  expect((await owner.call(`webhooks/${id}/`, 'DELETE')).status).toBe(204);
  expect((await owner.call(`keys/${live.id}/`, 'DELETE')).status).toBe(204);
}
