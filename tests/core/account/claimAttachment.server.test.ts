import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClaimAttachment } from '#core/account/claims/createClaimAttachment.ts';
import { fetchAccountClaims } from '#core/api/account/accountClaims.ts';
import type { SavedClaim } from '#core/claim/claimModel.ts';
import { createInspectableStorage } from '../support/inspectableStorage.ts';
import { createTestExchange, type TestExchange } from './support/testAccount.ts';

let exchange: TestExchange;
let anna: Awaited<ReturnType<TestExchange['logIn']>>;
let local: ReturnType<typeof createInspectableStorage>;
let saved: SavedClaim[];
beforeEach(async () => {
  exchange = await createTestExchange();
  anna = await exchange.logIn('anna@mail.example');
  local = createInspectableStorage();
  saved = [];
});
afterEach(() => exchange.close());

/** Creates a claim whose secret this browser has. */
async function saveClaim(...args: Parameters<TestExchange['createClaim']>): Promise<SavedClaim> {
  const { id, secret, number, createdAt } = await exchange.createClaim(...args);
  const claim = { id, secret, number, createdAt };
  saved.unshift(claim);
  return claim;
}

/** Visits the page: checks what there is to offer. */
async function openOffer(userId = anna.userId, api = anna.api) {
  const model = createClaimAttachment({ api, userId, getClaims: () => saved, local });
  await model.check();
  return model;
}

const listIds = async () => (await fetchAccountClaims(anna.api, {})).results.map(({ id }) => id);

test('offers the browser’s claims of a guest, and adds all of them by their secrets', async () => {
  const guestClaims = [await saveClaim('LTC', 'SBERRUB', '2'), await saveClaim('TON', 'SBERRUB', '50')];
  const own = await saveClaim('LTC', 'SBERRUB', '3', anna.browser);
  const model = await openOffer();
  expect(model.state.peek()).toEqual({ phase: 'offered', claims: guestClaims.toReversed() });
  expect(await model.attachAll()).toBe(true);
  expect(model.state.peek()).toEqual({ phase: 'done', attachedCount: 2, failures: [], canRetry: false });
  expect((await listIds()).toSorted()).toEqual([own, ...guestClaims].map(({ id }) => id).toSorted());
  exchange.state.requests.length = 0;
  expect((await openOffer()).state.peek()).toEqual({ phase: 'none' });
  // The browser remembers it.
  expect(exchange.state.requests).toEqual([]);
});

test('never offers by an equal e-mail: without a secret there is nothing to add', async () => {
  await exchange.createClaim('LTC', 'SBERRUB', '2');
  expect((await openOffer()).state.peek()).toEqual({ phase: 'none' });
  expect(exchange.state.requests).toEqual([]);
});

test('shows which claims could not be added, and repeats only what may succeed', async () => {
  const boris = await exchange.logIn('boris@mail.example');
  const borisClaim = await saveClaim('LTC', 'SBERRUB', '2', boris.browser);
  const guestClaim = await saveClaim('TON', 'SBERRUB', '50');
  const model = await openOffer();
  exchange.state.isOnline = false;
  expect(await model.attachAll()).toBe(false);
  expect(model.state.peek()).toMatchObject({
    attachedCount: 0,
    failures: [{ code: 'network' }, { code: 'network' }],
    canRetry: true,
  });
  exchange.state.isOnline = true;
  expect(await model.attachAll()).toBe(true);
  expect(model.state.peek()).toEqual({
    phase: 'done',
    attachedCount: 1,
    failures: [{ claim: borisClaim, code: 'not_found' }],
    canRetry: false,
  });
  expect(await listIds()).toEqual([guestClaim.id]);
  // A claim of somebody else is not offered again.
  expect((await openOffer()).state.peek()).toEqual({ phase: 'none' });
});

test('a dismissed offer comes back only for later claims, and for another account', async () => {
  await saveClaim('LTC', 'SBERRUB', '2');
  (await openOffer()).dismiss();
  expect((await openOffer()).state.peek()).toEqual({ phase: 'none' });
  const later = await saveClaim('TON', 'SBERRUB', '50');
  expect((await openOffer()).state.peek()).toEqual({ phase: 'offered', claims: [later] });
  const boris = await exchange.logIn('boris@mail.example');
  const borisOffer = await openOffer(boris.userId, boris.api);
  expect(borisOffer.state.peek()).toMatchObject({ phase: 'offered', claims: { length: 2 } });
});

test('a backend without accounts’ ids gets no request', async () => {
  await saveClaim('LTC', 'SBERRUB', '2');
  const model = createClaimAttachment({ api: anna.api, userId: undefined, getClaims: () => saved, local });
  await model.check();
  expect(model.state.peek()).toEqual({ phase: 'none' });
  expect(exchange.state.requests).toEqual([]);
});
