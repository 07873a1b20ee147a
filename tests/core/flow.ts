import { afterEach, expect } from 'vitest';
import * as clients from '#core/api/client.ts';
import * as claimFlows from '#core/claim/claim.ts';
import type { Claim, ClaimOptions } from '#core/claim/model.ts';
import * as exchanges from '#core/exchange/exchange.ts';
import type { Wish } from '#core/exchange/model.ts';
import { backend } from './backend.ts';
import { fake, settled, until } from './clock.ts';
import { desk as desks } from './desk.ts';
import { storage } from './storage.ts';

const open: { dispose(): void }[] = [];
afterEach(() => {
  for (const model of open.splice(0)) model.dispose();
});

/** A server with its claims, a clock and storages of a test's own, and pages over them; their models end with the test. */
export function rig() {
  const clock = fake();
  const courses = backend(clock.now);
  const desk = desks(courses, clock.now);
  const local = storage();
  const session = storage();
  const told: string[] = [];
  const errors: string[] = [];
  let keys = 0;

  /** A page view: form and claim flow over the same storages. */
  function page(options: Partial<ClaimOptions> & { wanted?: Wish } = {}) {
    const api = clients.create({ base: '', clock, fetch: desk.fetch });
    const { wanted = { from: 'USDTTRC20', to: 'SBERRUB' }, ...rest } = options;
    const common = { api, local, session, ...rest };
    const exchange = exchanges.create({ ...common, wanted: { url: wanted } });
    const claim = claimFlows.create({
      exchange,
      tabId: 'first tab',
      random: () => `key-${++keys}-00000000`,
      onClaim: ({ id, status }) => told.push(`${id.slice(0, 8)} ${status}`),
      onError: code => errors.push(code),
      ...common,
    });
    open.push(claim, exchange);
    return { exchange, claim };
  }

  /** A page whose person has filled in everything and looks at the confirmation. */
  async function confirming(options: Parameters<typeof page>[0] = {}) {
    const made = page(options);
    await settled();
    const { exchange, claim } = made;
    exchange.type('from', '1250');
    await claim.next();
    exchange.draft.setValue('from', 'address', 'somewhere');
    exchange.draft.setValue('to', 'card', '4242 4242 4242 4242');
    exchange.draft.setEmail('anna@example.com');
    exchange.draft.setConsent(true);
    await claim.next();
    expect(claim.phase.value).toEqual({ phase: 'confirm' });
    return made;
  }
  return { clock, courses, desk, local, session, told, errors, page, confirming };
}

/** What the flow shows. */
export const phase = (claim: Claim) => claim.phase.value.phase;

/** Requests in process need turns of the event loop; the clock stands still meanwhile. */
export const reached = (claim: Claim, name: string) => until(() => phase(claim) === name, `phase ${name}`);
