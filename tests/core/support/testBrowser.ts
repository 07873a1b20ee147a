import { createApiClient } from '#core/api/client.ts';
import { createClaimModel } from '#core/claim/createClaimModel.ts';
import type { ClaimModel } from '#core/claim/claimModel.ts';
import { createExchangeModel } from '#core/exchange/form/createExchangeModel.ts';
import type { ExchangeModel, PairSelection } from '#core/exchange/form/exchangeModel.ts';
import { fillFields } from '#tests/support/claimClient.ts';
import { TEST_START_TIME, createTestServer } from '#tests/support/testServer.ts';
import { createFakeClock, waitUntil } from '../../support/fakeClock.ts';
import { createInspectableStorage } from './inspectableStorage.ts';
import { relaxedLimits } from '#tests/support/relaxedLimits.ts';

/** Creates a browser with a complete server in process; both use one clock. The caller must close it. */
export async function createTestBrowser() {
  const server = await createTestServer(relaxedLimits);
  const clock = createFakeClock(TEST_START_TIME);
  const [local, session] = [createInspectableStorage(), createInspectableStorage()];
  const models: { dispose(): void }[] = [];
  const state = {
    /** Responses to URLs that contain this text are lost after the server has performed the request. */
    lostResponses: '',
    requests: [] as string[],
  };

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    state.requests.push(`${init.method} ${url}`);
    server.advanceClock(clock.now() - server.now());
    const response = await server.app.request(url, init);
    init.signal?.throwIfAborted();
    if (state.lostResponses !== '' && url.includes(state.lostResponses)) throw new TypeError('fetch failed');
    return response;
  }

  const api = createApiClient({ base: '', clock, fetch });

  /** Opens a page with a deep link. */
  async function openPage(
    deepLink: PairSelection = {},
  ): Promise<{ exchange: ExchangeModel; claim: ClaimModel }> {
    const common = { api, local, session };
    const exchange = createExchangeModel({ ...common, selections: { url: deepLink } });
    const claim = createClaimModel({ ...common, exchange, tabId: 'tab' });
    models.push(claim, exchange);
    await waitUntil(() => exchange.phase.peek().phase !== 'loading', 'a loaded form');
    return { exchange, claim };
  }

  /** Fills in all fields of the pair and goes to the confirmation. */
  async function fillAndConfirm({ exchange, claim }: Awaited<ReturnType<typeof openPage>>) {
    if (!(await claim.goToNextStep()))
      throw new Error(`the form cannot continue: ${exchange.closedReason.peek()?.code}`);
    for (const side of ['from', 'to'] as const) {
      const values = fillFields(exchange.draft.fields.peek()[side], exchange[side].peek()?.code ?? '');
      for (const [name, text] of Object.entries(values)) exchange.draft.setValue(side, name, text);
    }
    exchange.draft.setEmail('anna@example.com');
    exchange.draft.setConsent(true);
    if (!(await claim.goToNextStep()))
      throw new Error(`requisites are refused: ${JSON.stringify(exchange.draft.errors.peek())}`);
  }

  return {
    server,
    clock,
    state,
    api,
    openPage,
    fillAndConfirm,
    /** Forgets what pages have saved. */
    clearStorages() {
      local.clear();
      session.clear();
    },
    /** Disposes the models and keeps the storages. */
    closePages() {
      for (const model of models.splice(0)) model.dispose();
    },
    async close() {
      for (const model of models.splice(0)) model.dispose();
      await server.close();
    },
  };
}
