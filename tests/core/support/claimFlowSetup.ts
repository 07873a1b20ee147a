import { expect, onTestFinished } from 'vitest';
import { createApiClient } from '#core/api/client.ts';
import { createClaimModel } from '#core/claim/createClaimModel.ts';
import type { ClaimModel, ClaimOptions } from '#core/claim/claimModel.ts';
import { createExchangeModel } from '#core/exchange/form/createExchangeModel.ts';
import type { PairSelection } from '#core/exchange/form/exchangeModel.ts';
import { createFakeBackend } from '../../support/fakeBackend.ts';
import { createFakeClock, flushTasks, waitUntil } from '../../support/fakeClock.ts';
import { createFakeClaimApi } from './fakeClaimApi.ts';
import { createInspectableStorage } from './inspectableStorage.ts';

/** Creates a fake server, a clock and storages, and opens pages on them. Models are disposed after the test. */
export function setupClaimFlow() {
  const clock = createFakeClock();
  const courses = createFakeBackend(clock.now);
  const claimApi = createFakeClaimApi(courses, clock.now);
  const local = createInspectableStorage();
  const session = createInspectableStorage();
  const claimEvents: string[] = [];
  const errors: string[] = [];
  let keyCount = 0;

  /** Opens a page: form and claim flow on the same storages. */
  function openPage(options: Partial<ClaimOptions> & { wanted?: PairSelection } = {}) {
    const api = createApiClient({ base: '', clock, fetch: claimApi.fetch });
    const { wanted = { from: 'USDTTRC20', to: 'SBERRUB' }, ...rest } = options;
    const common = { api, local, session, ...rest };
    const exchange = createExchangeModel({ ...common, selections: { url: wanted } });
    const claim = createClaimModel({
      exchange,
      tabId: 'first tab',
      generateId: () => `key-${++keyCount}-00000000`,
      onClaimChange: ({ id, status }) => claimEvents.push(`${id.slice(0, 8)} ${status}`),
      onError: code => errors.push(code),
      ...common,
    });
    onTestFinished(() => {
      claim.dispose();
      exchange.dispose();
    });
    return { exchange, claim };
  }

  /** Opens a page, fills in all fields and goes to the confirmation. */
  async function openConfirmation(options: Parameters<typeof openPage>[0] = {}) {
    const opened = openPage(options);
    await flushTasks();
    const { exchange, claim } = opened;
    exchange.typeAmount('from', '1250');
    await claim.goToNextStep();
    exchange.draft.setValue('from', 'address', 'somewhere');
    exchange.draft.setValue('to', 'card', '4242 4242 4242 4242');
    exchange.draft.setEmail('anna@example.com');
    exchange.draft.setConsent(true);
    await claim.goToNextStep();
    expect(claim.phase.value).toEqual({ phase: 'confirm' });
    return opened;
  }
  return {
    clock,
    courses,
    claimApi,
    local,
    session,
    claimEvents,
    errors,
    openPage,
    openConfirmation,
  };
}

/** The name of the current phase. */
export const getPhase = (claim: ClaimModel) => claim.phase.value.phase;

/** Waits in real time, because in-process requests need turns of the event loop. */
export const waitForPhase = (claim: ClaimModel, name: string) =>
  waitUntil(() => getPhase(claim) === name, `phase ${name}`);
