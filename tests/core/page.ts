import * as clients from '#core/api/client.ts';
import * as claims from '#core/claim/claim.ts';
import type { Claim } from '#core/claim/model.ts';
import * as exchanges from '#core/exchange/exchange.ts';
import type { Exchange, Wish } from '#core/exchange/model.ts';
import { filled } from '#tests/server/applicant.ts';
import { NOON, world } from '#tests/server/world.ts';
import { fake, until } from './clock.ts';
import { storage } from './storage.ts';
import { roomy } from '#tests/server/roomy.ts';

/** A browser's page over a whole server in process; both live by one clock. Close it. */
export async function browser() {
  const server = await world(roomy);
  const clock = fake(NOON);
  const [local, session] = [storage(), storage()];
  const models: { dispose(): void }[] = [];
  const state = {
    /** The server does what is asked, but the answers to paths with this text are lost. */
    lost: '',
    asked: [] as string[],
  };

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    state.asked.push(`${init.method} ${url}`);
    server.forward(clock.now() - server.now());
    const response = await server.app.request(url, init);
    init.signal?.throwIfAborted();
    if (state.lost !== '' && url.includes(state.lost)) throw new TypeError('fetch failed');
    return response;
  }

  const api = clients.create({ base: '', clock, fetch });

  /** A page view with that deep link. */
  async function page(wanted: Wish = {}): Promise<{ exchange: Exchange; claim: Claim }> {
    const common = { api, local, session };
    const exchange = exchanges.create({ ...common, wanted: { url: wanted } });
    const claim = claims.create({ ...common, exchange, tabId: 'tab' });
    models.push(claim, exchange);
    await until(() => exchange.phase.peek().phase !== 'loading', 'an answer');
    return { exchange, claim };
  }

  /** Fills in whatever the pair asks for and goes on to the confirmation. */
  async function confirm({ exchange, claim }: Awaited<ReturnType<typeof page>>) {
    if (!(await claim.next())) throw new Error(`the form does not go on: ${exchange.closed.peek()?.code}`);
    for (const side of ['from', 'to'] as const) {
      const values = filled(exchange.draft.fields.peek()[side], exchange[side].peek()?.code ?? '');
      for (const [name, text] of Object.entries(values)) exchange.draft.setValue(side, name, text);
    }
    exchange.draft.setEmail('anna@example.com');
    exchange.draft.setConsent(true);
    if (!(await claim.next()))
      throw new Error(`requisites are refused: ${JSON.stringify(exchange.draft.errors.peek())}`);
  }

  return {
    server,
    clock,
    state,
    api,
    page,
    confirm,
    /** The page view ends, storages stay. */
    leave() {
      for (const model of models.splice(0)) model.dispose();
    },
    async close() {
      for (const model of models.splice(0)) model.dispose();
      await server.close();
    },
  };
}
