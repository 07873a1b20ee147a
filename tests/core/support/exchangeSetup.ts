import { onTestFinished } from 'vitest';
import { createApiClient } from '#core/api/client.ts';
import { createExchangeModel } from '#core/exchange/form/createExchangeModel.ts';
import type {
  ExchangeChangeDetail,
  ExchangeModel,
  ExchangeOptions,
} from '#core/exchange/form/exchangeModel.ts';
// The form imports these on demand. Importing them takes time in which the fake clock stands still.
import '#core/exchange/form/draftValidation.ts';
import '#core/exchange/form/requests/loadPairSeparately.ts';
import { createFakeBackend } from '../../support/fakeBackend.ts';
import { createFakeClock, flushTasks } from '../../support/fakeClock.ts';
import { createInspectableStorage } from './inspectableStorage.ts';

/** Creates a fake server, a clock and storages, and opens forms on them. Forms are disposed after the test. */
export function setupExchange() {
  const clock = createFakeClock();
  const server = createFakeBackend(clock.now);
  const local = createInspectableStorage();
  const session = createInspectableStorage();
  const changes: ExchangeChangeDetail[] = [];
  const errors: string[] = [];
  const logs: string[] = [];
  function openExchange(options: Partial<ExchangeOptions> = {}) {
    const exchange = createExchangeModel({
      api: createApiClient({ base: '', clock, fetch: server.fetch }),
      local,
      session,
      selections: { attribute: { from: 'USDTTRC20', to: 'SBERRUB' } },
      onChange: change => changes.push(change),
      onError: code => errors.push(code),
      log: message => logs.push(message),
      ...options,
    });
    onTestFinished(() => exchange.dispose());
    return exchange;
  }
  return { clock, server, local, session, changes, errors, logs, openExchange };
}

/** Opens a form and waits until it is loaded. `prepare` configures the setup first. */
export async function setupLoadedExchange(
  options: Partial<ExchangeOptions> = {},
  prepare?: (r: ReturnType<typeof setupExchange>) => void,
) {
  const setup = setupExchange();
  prepare?.(setup);
  const exchange = setup.openExchange(options);
  await flushTasks();
  return { ...setup, exchange };
}

/** Formats the pair as "BTC→SBERRUB". */
export const formatPair = ({ from, to }: ExchangeModel) => `${from.peek()?.code}→${to.peek()?.code}`;
