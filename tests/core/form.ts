import { afterEach } from 'vitest';
import * as clients from '#core/api/client.ts';
import * as exchanges from '#core/exchange/exchange.ts';
import type { Change, Exchange, ExchangeOptions } from '#core/exchange/model.ts';
import { backend } from './backend.ts';
import { fake, settled } from './clock.ts';
import { storage } from './storage.ts';

const made: Exchange[] = [];
afterEach(() => {
  for (const exchange of made.splice(0)) exchange.dispose();
});

/** A server, a clock and storages of a test's own, and forms over them; the forms end with the test. */
export function rig() {
  const clock = fake();
  const server = backend(clock.now);
  const local = storage();
  const session = storage();
  const changes: Change[] = [];
  const errors: string[] = [];
  const logs: string[] = [];
  function open(options: Partial<ExchangeOptions> = {}) {
    const exchange = exchanges.create({
      api: clients.create({ base: '', clock, fetch: server.fetch }),
      local,
      session,
      wanted: { attribute: { from: 'USDTTRC20', to: 'SBERRUB' } },
      onChange: change => changes.push(change),
      onError: code => errors.push(code),
      log: message => logs.push(message),
      ...options,
    });
    made.push(exchange);
    return exchange;
  }
  return { clock, server, local, session, changes, errors, logs, open };
}

/** A form that is loaded, its exchange set up by `before`. */
export async function ready(
  options: Partial<ExchangeOptions> = {},
  before?: (r: ReturnType<typeof rig>) => void,
) {
  const all = rig();
  before?.(all);
  const exchange = all.open(options);
  await settled();
  return { ...all, exchange };
}

/** The pair: "BTC→SBERRUB". */
export const codes = ({ from, to }: Exchange) => `${from.peek()?.code}→${to.peek()?.code}`;
