import { afterEach, expect, it } from 'vitest';
import { createApiClient } from '#core/api/client.ts';
import { createClaimModel } from '#core/claim/createClaimModel.ts';
import { createClaimStorage } from '#core/claim/claimStorage.ts';
import { createExchangeModel } from '#core/exchange/form/createExchangeModel.ts';
import { getFieldLabel } from '#core/exchange/requisites/fieldLabel.ts';
import { createSpecExchange } from '../../support/specification/specExchange.ts';
import { waitUntil } from '../../support/fakeClock.ts';
import { waitForPhase } from '../support/claimFlowSetup.ts';
import { createInspectableStorage } from '../support/inspectableStorage.ts';

const openModels: { dispose(): void }[] = [];
afterEach(() => {
  for (const model of openModels.splice(0)) model.dispose();
});

/** Opens a page in front of an exchange that knows only the specification. */
function openPage(backend: ReturnType<typeof createSpecExchange>, local = createInspectableStorage()) {
  const api = createApiClient({ base: '', fetch: async (url, init) => backend.app.request(url, init) });
  const exchange = createExchangeModel({ api, local, selections: { url: { from: '2', to: '4' } } });
  const claim = createClaimModel({ api, exchange, local, tabId: 'tab' });
  openModels.push(claim, exchange);
  return { api, local, exchange, claim };
}

/** Creates a claim of 1 000 USDT. */
async function createSentClaim() {
  const backend = createSpecExchange();
  const opened = openPage(backend);
  const { exchange, claim } = opened;
  await waitUntil(() => exchange.phase.value.phase === 'ready', 'form');
  exchange.typeAmount('from', '1000');
  await claim.goToNextStep();
  exchange.draft.setValue('from', 'address', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  exchange.draft.setValue('to', 'card', '2200 0000 0000 0004');
  exchange.draft.setEmail('anna@example.com');
  exchange.draft.setConsent(true);
  await claim.goToNextStep();
  await claim.createClaim();
  await waitForPhase(claim, 'open');
  return { ...opened, backend };
}

it('a pair says the currency, and a field’s name its label and type', async () => {
  const { exchange } = openPage(createSpecExchange());
  await waitUntil(() => exchange.phase.value.phase === 'ready', 'form');
  expect(exchange.from.value).toMatchObject({
    name: 'Tether',
    ticker: 'USDT',
    network: 'TRC20',
    decimals: 2,
  });
  const fields = exchange.draft.fields.value.to;
  expect(fields.map(getFieldLabel)).toEqual(['Номер карты']);
  expect(fields).toMatchObject([{ name: 'card', type: 'card', required: true }]);
  // Derived from the other side's minimum and the course.
  expect(exchange.amountHint.to.value).toMatchObject({ min: { value: '4000.00' } });
});

it('a claim whose backend sends its id and its status has what was sent, and no e-mail', async () => {
  const { claim, backend, local, api } = await createSentClaim();
  const [{ id } = { id: '' }] = backend.claims;
  await waitUntil(() => {
    const now = claim.phase.value;
    return now.phase === 'open' && now.requisite !== null;
  }, 'requisite');
  expect(claim.phase.value).toMatchObject({
    claim: {
      id,
      number: id.slice(0, 8),
      status: 'waiting',
      can: ['confirm', 'bill'],
      from: { name: 'Tether', currency: 'USDT', network: 'TRC20' },
      to: { name: 'Сбербанк', currency: 'RUB' },
      fromSumma: '1000.00',
      toSumma: '80000.00',
      toRequisite: '•••• 0004',
      email: '',
      deadline: null,
    },
    requisite: { kind: 'address', amount: '1000.00', currency: 'USDT', network: 'TRC20', memo: null },
  });
  expect(JSON.stringify(createClaimStorage({ api, local }).getClaims())).not.toMatch(/2200000000000004|@/);

  // After a reload, too.
  const reloaded = openPage(backend, local);
  await reloaded.claim.openClaim(id);
  expect(reloaded.claim.phase.value).toMatchObject({ phase: 'open', claim: { fromSumma: '1000.00' } });
  await reloaded.claim.actions.confirmPayment();
  expect(backend.claims).toMatchObject([{ isConfirmed: true }]);
  expect(reloaded.claim.phase.value).toMatchObject({ claim: { status: 'claimed', can: ['bill'] } });
});

it('another browser has only the status', async () => {
  const { backend } = await createSentClaim();
  const other = openPage(backend);
  await other.claim.openClaim(backend.claims[0]?.id ?? '');
  expect(other.claim.phase.value).toMatchObject({ phase: 'locked', status: 'waiting' });
});
