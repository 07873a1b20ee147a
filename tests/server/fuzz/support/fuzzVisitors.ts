import type { ShopLinks } from '#core/contract/account/shop.ts';
import { createClaimClient } from '../../../support/claimClient.ts';
import type { TestServer } from '../../../support/testServer.ts';
import { createVerificationClient } from '../../../support/verificationClient.ts';
import { AccountBrowser, createAccount, STRONG_PASSWORD } from '../../accounts/support/accountBrowser.ts';
import { CARD, createRequisiteClient } from '../../accounts/support/requisiteClient.ts';
import { createShopOwner, createShopProgram } from '../../shop/support/shopClient.ts';
import type { ApiCall } from './apiCalls.ts';
import type { Visitor } from './fuzzRequests.ts';

const SHOP_PATH = '/api/v1/shop/';
const ACCOUNT_PATH = /^\/(api\/v1\/users\/me|front-api\/auth)\//;
const VERIFICATION_PATH = /^\/api\/v\d\/verify\//;

const hasSecret = ({ parameters }: ApiCall) => parameters.some(({ name }) => name === 'X-Claim-Secret');

/** What all visitors know: a server, and the test's own connection to its database. */
export interface FuzzedServer {
  origin: string;
  testServer: TestServer;
}

/** An app whose requests go to a server process. */
const createRemoteApp = ({ origin }: FuzzedServer) =>
  ({
    request: (path: string, init?: RequestInit) => fetch(origin + path, init),
  }) as unknown as TestServer['app'];

let partnerCount = 0;

/** Creates a partner who has just logged in, with claims, a requisite, a shop, and the programs of the shop. */
async function createPartner(fuzzed: FuzzedServer, common: Pick<Visitor, 'bodies' | 'ids'>) {
  const email = `partner${++partnerCount}@mail.example`;
  // In this process: the link of the e-mail is derived from the keys.
  await createAccount(fuzzed.testServer, email);
  const app = createRemoteApp(fuzzed);
  const browser = new AccountBrowser({ app });
  const login = await browser.logIn(email);
  if (!login.ok) throw new Error(`the partner cannot log in: ${await login.text()}`);
  const body = await createClaimClient(app.request).buildClaim('XRP', 'SBERRUB');
  const claim = (await (await browser.send('/api/v1/claim/', { body })).json()) as { id: string };
  const requisite = await createRequisiteClient(browser).add(CARD);
  const owner = createShopOwner(browser);
  const webhook = await owner.addWebhook({ url: 'https://93.184.216.34/hook' });
  const walk = (await (await owner.call('test-claims/', 'POST')).json()) as { id: string };
  const { codes } = (await (await owner.call('links/')).json()) as ShopLinks;
  const code = codes[0]?.code;
  const partner: Visitor = {
    name: 'partner',
    headers: {
      origin: 'http://127.0.0.1:3000',
      authorization: `Bearer ${browser.access}`,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    isConcerned: ({ path }) => ACCOUNT_PATH.test(path),
    ids: {
      ...common.ids,
      '/api/v1/claim/': claim.id,
      '/api/v1/users/me/claims/': claim.id,
      '/api/v1/users/me/requisites/': requisite.id,
      '/api/v1/users/me/shop/webhooks/': webhook.id,
      '/api/v1/users/me/shop/test-claims/': walk.id,
    },
    bodies: {
      ...common.bodies,
      'POST /front-api/auth/login/': { email, password: STRONG_PASSWORD },
      'POST /api/v1/users/me/requisites/': CARD,
      'POST /api/v1/users/me/refferal/withdrawal/': { requisite: requisite.id, summa: '1' },
      'POST /api/v1/users/me/shop/links/': { code, sub: 'a', label: '', cur_from: 'LTC', cur_to: null },
    },
  };
  return { partner, owner, code };
}

/**
 * Creates who calls a server: a guest, the clients of a claim and of a verification, a partner with claims and a shop, and
 * the programs of the shop with a live and a test key. `renewPartner`: another one, after the session has ended.
 */
export async function createFuzzVisitors(fuzzed: FuzzedServer) {
  const app = createRemoteApp(fuzzed);
  const client = createClaimClient(app.request);
  const [from, to] = [await client.findItem('LTC'), await client.findItem('SBERRUB')].map(({ id }) =>
    String(id),
  );
  const bodies: Record<string, unknown> = {
    'POST /api/v1/claim/': await client.buildClaim('LTC', 'SBERRUB'),
  };
  const ids = {
    '/api/v1/calculator/from/': from ?? '',
    '/api/v1/calculator/to/': to ?? '',
    ...Object.fromEntries(
      ['pair', 'course'].flatMap(call => [
        [`/api/v1/calculator/${call}/`, from ?? ''],
        [`/api/v1/calculator/${call}/{from}/`, to ?? ''],
      ]),
    ),
  };
  const common = { bodies, ids };
  const { partner, owner, code } = await createPartner(fuzzed, common);
  bodies['POST /api/v1/refferal/click/'] = { refferal: code, host: 'shop.example', utm: { utm_source: 'a' } };

  const verifications = createVerificationClient({ ...fuzzed.testServer, app });
  const verifiedClaim = await verifications.createClaim();
  const verification = await verifications.createDraft(verifiedClaim);
  const claim = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));

  async function createProgram(name: string, mode: 'live' | 'test'): Promise<Visitor> {
    const { key } = await owner.addKey({ mode });
    const program = createShopProgram({ app }, key);
    bodies['POST /api/v1/shop/claims/'] ??= await program.buildClaim({ sub: 'order' });
    return {
      name,
      headers: { authorization: `Bearer ${key}` },
      isConcerned: ({ path }) => path.startsWith(SHOP_PATH),
      ids: { ...ids, [`${SHOP_PATH}claims/`]: (await program.createClaim()).id },
      bodies,
    };
  }
  const guest: Visitor = {
    name: 'guest',
    headers: {},
    isConcerned: call =>
      !call.path.startsWith(SHOP_PATH) && !ACCOUNT_PATH.test(call.path) && !hasSecret(call),
    ...common,
  };
  const owners: Visitor[] = [
    {
      name: 'client',
      headers: { 'x-claim-secret': claim.secret },
      isConcerned: call => hasSecret(call) && !VERIFICATION_PATH.test(call.path),
      ids: { ...ids, '/api/v1/claim/': claim.id },
      bodies,
    },
    {
      name: 'client with a card',
      headers: { 'x-claim-secret': verifiedClaim.secret },
      isConcerned: ({ path }) => VERIFICATION_PATH.test(path),
      ids: Object.fromEntries(['v1', 'v2'].map(version => [`/api/${version}/verify/`, verification.id])),
      query: { claim: verifiedClaim.id, verification: verification.id },
      bodies: Object.fromEntries(
        ['v1', 'v2'].flatMap(version => [
          [`POST /api/${version}/verify/`, { claim: verifiedClaim.id }],
          [`POST /api/${version}/verify/confirm/`, { verification: verification.id }],
        ]),
      ),
    },
  ];
  const programs = [await createProgram('live key', 'live'), await createProgram('test key', 'test')];
  return {
    guest,
    partner,
    others: [...owners, ...programs],
    renewPartner: async () => (await createPartner(fuzzed, common)).partner,
  };
}
