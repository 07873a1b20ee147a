import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimFilters, type ClaimListView } from '#core/account/claims/claimFilters.ts';
import { createFileDownload } from '#core/account/createFileDownload.ts';
import { createListQuery } from '#core/account/createListQuery.ts';
import { exportAccountClaimsCall, listAccountClaimsCall } from '#core/contract/account/accountClaim.ts';
import { downloadFile, type DownloadTransport } from '#core/api/download.ts';
import type { ApiClient } from '#core/api/client.ts';
import { waitUntil } from '../../support/fakeClock.ts';
import { createSpecBackend } from '../session/support/specBackend.ts';
import { createTestTabs } from '../session/support/testTabs.ts';
import { createTestExchange, type TestExchange } from './support/testAccount.ts';

const createAccountClaims = (api: ApiClient) =>
  createListQuery(api, listAccountClaimsCall, claimFilters.toQuery);
type AccountClaimsModel = ReturnType<typeof createAccountClaims>;

const view = (search = '') => claimFilters.parse(new URLSearchParams(search));

let exchange: TestExchange;
let anna: Awaited<ReturnType<TestExchange['logIn']>>;
const models: AccountClaimsModel[] = [];
beforeEach(async () => {
  exchange = await createTestExchange();
  anna = await exchange.logIn('anna@mail.example');
});
afterEach(async () => {
  for (const model of models.splice(0)) model.stop();
  await exchange.close();
});

function openList(search = ''): AccountClaimsModel {
  const model = createAccountClaims(anna.api);
  models.push(model);
  model.show(view(search));
  return model;
}

const listNumbers = ({ state }: AccountClaimsModel) => {
  const now = state.peek();
  return now.phase === 'ready' ? now.data.results.map(({ number }) => number) : now.phase;
};
const waitForLoad = (model: AccountClaimsModel) => waitUntil(() => !model.isLoading.peek(), 'a loaded list');

describe('the list', () => {
  test('shows the account’s claims, and other filters after a change', async () => {
    const first = await exchange.createClaim('LTC', 'SBERRUB', '2', anna.browser);
    await exchange.createClaim('TON', 'SBERRUB', '50');
    const model = openList();
    expect(model.state.peek()).toEqual({ phase: 'loading' });
    await waitForLoad(model);
    expect(listNumbers(model)).toEqual([first.number]);
    model.show(view('?cur_from=TON'));
    // The list on screen stays until the next one arrives.
    expect([listNumbers(model), model.isLoading.peek()]).toEqual([[first.number], true]);
    await waitForLoad(model);
    expect(listNumbers(model)).toEqual([]);
  });

  test('a change of the filters discards the response to the earlier ones', async () => {
    const { number } = await exchange.createClaim('LTC', 'SBERRUB', '2', anna.browser);
    const model = openList('?status=closed');
    model.show(view('?status=open'));
    await waitForLoad(model);
    expect(listNumbers(model)).toEqual([number]);
    await exchange.clock.advance(1_000);
    expect(listNumbers(model)).toEqual([number]);
  });

  test('follows a status without being asked', async () => {
    const { id, secret } = await exchange.createClaim('LTC', 'SBERRUB', '2', anna.browser);
    const model = openList();
    await waitForLoad(model);
    await exchange.server.app.request(`/api/v1/claim/${id}/cancel/`, {
      method: 'POST',
      headers: { 'x-claim-secret': secret, 'content-type': 'application/json' },
      body: '{}',
    });
    await exchange.clock.advance(30_000);
    await waitUntil(() => {
      const now = model.state.peek();
      return now.phase === 'ready' && now.data.results[0]?.status === 'cancelled';
    }, 'the new status');
  });

  test('stays on screen offline; other filters show the error and load by themselves later', async () => {
    const { number } = await exchange.createClaim('LTC', 'SBERRUB', '2', anna.browser);
    const model = openList();
    await waitForLoad(model);
    exchange.state.isOnline = false;
    await exchange.clock.advance(35_000);
    expect(model.state.peek()).toMatchObject({ phase: 'ready', refreshFailure: { code: 'network' } });
    expect(listNumbers(model)).toEqual([number]);
    model.show(view('?status=open'));
    await exchange.clock.advance(3_000);
    expect(model.state.peek()).toEqual({ phase: 'failed', failure: { code: 'network' } });
    exchange.state.isOnline = true;
    model.reload();
    expect(model.state.peek()).toEqual({ phase: 'loading' });
    await waitForLoad(model);
    expect(listNumbers(model)).toEqual([number]);
  });

  test('is unsupported by a backend without the call, which is not asked again', async () => {
    const tabs = createTestTabs(createSpecBackend());
    const session = await tabs.openLoggedInTab();
    const model = createAccountClaims(session.api);
    models.push(model);
    model.show(view());
    await waitForLoad(model);
    expect(model.state.peek()).toEqual({ phase: 'unsupported' });
    tabs.closeAll();
  });
});

describe('the export', () => {
  /** As the page's button does: the filters without the page. */
  const createExport = (api = anna.api, send: DownloadTransport = exchange.send) =>
    createFileDownload((shown: ClaimListView, options) =>
      downloadFile(api, send, exportAccountClaimsCall.path, {
        ...options,
        query: claimFilters.toQuery({ ...shown, page: 1 }),
      }),
    );

  test('contains exactly the filtered claims, of all pages', async () => {
    const numbers: string[] = [];
    for (const amount of ['2', '3', '4'])
      numbers.push((await exchange.createClaim('LTC', 'SBERRUB', amount, anna.browser)).number);
    await exchange.createClaim('TON', 'SBERRUB', '50', anna.browser);
    const model = createExport();
    const loading = model.download(view('?cur_from=LTC&page=7'));
    expect(model.state.peek()).toEqual({ phase: 'loading', bytes: 0 });
    expect(await model.download(view())).toBeNull();
    const blob = await loading;
    expect(blob?.type).toBe('text/csv; charset=utf-8');
    const [heading, ...rows] = (await blob?.text())?.trim().split('\r\n') ?? [];
    expect(heading).toContain('Заявка;');
    expect(rows.map(row => row.split(';')[0]).toSorted()).toEqual(numbers.toSorted());
    expect(model.state.peek()).toEqual({ phase: 'idle' });
  });

  test('says why it failed, and can be repeated and cancelled', async () => {
    const model = createExport();
    exchange.state.isOnline = false;
    expect(await model.download(view())).toBeNull();
    expect(model.state.peek()).toEqual({ phase: 'failed', failure: { code: 'network' } });
    exchange.state.isOnline = true;
    const cancelled = model.download(view());
    model.cancel();
    expect(model.state.peek()).toEqual({ phase: 'idle' });
    expect(await cancelled).toBeNull();
    expect(await model.download(view())).not.toBeNull();
  });

  test('a rejected token is refreshed, and the file requested once more', async () => {
    const backend = createSpecBackend();
    const token = () => [...backend.state.accessTokens][0];
    backend.app.get('/api/v1/users/me/claims/export/', c =>
      c.req.header('authorization') === `Bearer ${token()}`
        ? c.text('№;1', 200, { 'content-type': 'text/csv' })
        : c.json({ detail: 'Вход устарел', code: 'token_not_valid' }, 401),
    );
    const tabs = createTestTabs(backend);
    const session = await tabs.openLoggedInTab();
    backend.expireAccessTokens();
    const model = createExport(session.api, (url, init) => backend.app.request(url, init));
    expect(await (await model.download(view()))?.text()).toBe('№;1');
    expect(backend.countCalls('GET /api/v1/users/me/claims/export/')).toBe(2);
    expect(backend.countCalls('POST /front-api/auth/refresh/')).toBe(1);
    tabs.closeAll();
  });
});
