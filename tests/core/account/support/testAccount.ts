import { createApiClient } from '#core/api/client.ts';
import { createAuthenticatedClient } from '#core/session/authenticatedClient.ts';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { createClaimClient } from '#tests/support/claimClient.ts';
import { relaxedLimits } from '#tests/support/relaxedLimits.ts';
import { createTestServer, TEST_START_TIME } from '#tests/support/testServer.ts';
import { openAccount, type AccountBrowser } from '../../../server/accounts/support/accountBrowser.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

/** Creates a complete server in process with accounts; client and server use one clock. The caller must close it. */
export async function createTestExchange() {
  const server = await createTestServer(relaxedLimits);
  const clock = createFakeClock(TEST_START_TIME);
  const state = {
    requests: [] as string[],
    /** Responses to URLs that contain this text are lost after the server has performed the request. */
    lostResponses: '',
    isOnline: true,
  };

  async function send(url: string, init: RequestInit): Promise<Response> {
    state.requests.push(`${init.method ?? 'GET'} ${url}`);
    if (!state.isOnline) throw new TypeError('fetch failed');
    server.advanceClock(clock.now() - server.now());
    const response = await server.app.request(url, init);
    init.signal?.throwIfAborted();
    if (state.lostResponses !== '' && url.includes(state.lostResponses)) throw new TypeError('fetch failed');
    return response;
  }

  /** Logs in on another device: a client that sends the account's token. */
  async function logIn(email: string) {
    const browser = await openAccount(server, email);
    const guestApi = createApiClient({ base: '', clock, fetch: send });
    const api = createAuthenticatedClient(
      guestApi,
      request => request({ authorization: `Bearer ${browser.access}` }),
      () => false,
    );
    const { id } = await browser.fetchUser();
    return { api, guestApi, browser, userId: id };
  }

  /** Creates a claim as a guest, or as the account of `browser`. */
  async function createClaim(
    from: string,
    to: string,
    fromSumma?: string,
    browser?: AccountBrowser,
  ): Promise<ClaimCreated> {
    const client = createClaimClient((path, init) =>
      server.app.request(path, {
        ...init,
        headers: {
          ...(init?.headers as Record<string, string>),
          ...(browser && { authorization: `Bearer ${browser.access}` }),
        },
      }),
    );
    return client.createClaim(await client.buildClaim(from, to, fromSumma ? { fromSumma } : {}));
  }

  return { server, clock, state, send, logIn, createClaim, close: () => server.close() };
}

/** A complete server in process with accounts. */
export type TestExchange = Awaited<ReturnType<typeof createTestExchange>>;
