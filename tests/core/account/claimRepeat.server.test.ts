import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ClaimRepeatModel } from '#core/account/claims/repeat/claimRepeatModel.ts';
import { createClaimRepeat } from '#core/account/claims/repeat/createClaimRepeat.ts';
import type { ApiClient } from '#core/api/client.ts';
import { fetchAccountClaims } from '#core/api/account/accountClaims.ts';
import { isDetailedClaim, type DetailedClaim } from '#core/contract/account/accountClaim.ts';
import { createExchangeModel } from '#core/exchange/form/createExchangeModel.ts';
import { freezeCourse, takePercent } from '../../support/frozenCourse.ts';
import { waitUntil } from '../../support/fakeClock.ts';
import { setMaintenance } from '../../support/maintenanceMode.ts';
import { createInspectableStorage } from '../support/inspectableStorage.ts';
import { createTestExchange, type TestExchange } from './support/testAccount.ts';

let exchange: TestExchange;
let anna: Awaited<ReturnType<TestExchange['logIn']>>;
let session: ReturnType<typeof createInspectableStorage>;
let keyCount: number;
const models: { dispose(): void }[] = [];
beforeEach(async () => {
  exchange = await createTestExchange();
  anna = await exchange.logIn('anna@mail.example');
  session = createInspectableStorage();
  keyCount = 0;
});
afterEach(async () => {
  for (const model of models.splice(0)) model.dispose();
  await exchange.close();
});

const listClaims = async () => (await fetchAccountClaims(anna.api, {})).results;

/** Creates a claim of 2 LTC, cancels it, and returns it as the list shows it. */
async function createEndedClaim(): Promise<DetailedClaim> {
  const { id, secret } = await exchange.createClaim('LTC', 'SBERRUB', '2', anna.browser);
  await exchange.server.app.request(`/api/v1/claim/${id}/cancel/`, {
    method: 'POST',
    headers: { 'x-claim-secret': secret, 'content-type': 'application/json' },
    body: '{}',
  });
  const claim = (await listClaims()).filter(isDetailedClaim).find(one => one.id === id);
  if (!claim) throw new Error('the list lacks the claim');
  return claim;
}

/** Closes LTC for payments, or opens it. */
async function setClosed(reason: string | null): Promise<void> {
  const { db, catalogue } = exchange.server.context;
  await db.updateTable('currencies').set({ send_closed: reason }).where('code', '=', 'LTC').execute();
  await catalogue.reload();
}

const isIn = (model: ClaimRepeatModel, name: string) => model.phase.peek().phase === name;
const waitForPhase = (model: ClaimRepeatModel, name: string) =>
  waitUntil(() => isIn(model, name), `phase ${name}, not ${model.phase.peek().phase},`);

/** Opens the dialogue and waits for the course. */
async function openDialog(claim: DetailedClaim): Promise<ClaimRepeatModel> {
  const model = createClaimRepeat({
    api: anna.api,
    claim,
    session,
    generateId: () => `repeat-key-${++keyCount}-000000000`,
  });
  models.push(model);
  await waitUntil(() => !isIn(model, 'loading'), 'the course');
  return model;
}

/** Creates the claim in a dialogue, loses the response, and closes the dialogue. */
async function loseResponse(claim: DetailedClaim): Promise<void> {
  exchange.state.lostResponses = `/me/claims/${claim.id}/`;
  const first = await openDialog(claim);
  void first.send();
  await waitUntil(() => {
    const now = first.phase.peek();
    return now.phase === 'sending' && now.isOutcomeUnknown;
  }, 'an unknown outcome');
  first.dispose();
  exchange.state.lostResponses = '';
}

describe('a repeated claim', () => {
  test('has the same amount and requisites, at the current course', async () => {
    const claim = await createEndedClaim();
    // The list has the newest first.
    await exchange.clock.advance(1_000);
    await freezeCourse(exchange.server, 'LTC', 'SBERRUB', takePercent(claim.course, 102n));
    const model = await openDialog(claim);
    expect(model.amountText.from.peek()).toBe('2');
    expect(model.terms.peek()?.course).not.toBe(claim.course);
    await model.send();
    const [created, ended] = await listClaims();
    expect(model.phase.peek()).toEqual({ phase: 'created', id: created?.id });
    expect(created).toMatchObject({
      ...model.terms.peek(),
      toRequisite: claim.toRequisite,
      status: 'waiting',
    });
    expect(ended?.id).toBe(claim.id);
  });

  test('may have another amount, typed on either side', async () => {
    const claim = await createEndedClaim();
    await exchange.clock.advance(1_000);
    const model = await openDialog(claim);
    model.typeAmount('to', '20 000');
    expect(model.amountText.to.peek()).toBe('20 000');
    await model.send();
    expect((await listClaims())[0]).toMatchObject({ ...model.terms.peek(), toSumma: '20000.00' });
  });

  test('is created once by a double press', async () => {
    const model = await openDialog(await createEndedClaim());
    await Promise.all([model.send(), model.send()]);
    expect(await listClaims()).toHaveLength(2);
  });

  test('is created once although the response is lost, the page reloaded and the course changed', async () => {
    const claim = await createEndedClaim();
    await loseResponse(claim);
    await freezeCourse(exchange.server, 'LTC', 'SBERRUB', takePercent(claim.course, 101n));
    const second = await openDialog(claim);
    await second.send();
    const ids = (await listClaims()).map(({ id }) => id);
    expect(second.phase.peek()).toEqual({ phase: 'created', id: ids.find(id => id !== claim.id) });
    expect(ids).toHaveLength(2);
    expect(keyCount).toBe(1);
    // The next one is another claim.
    await (await openDialog(claim)).send();
    expect(keyCount).toBe(2);
  });

  test('is repeated unchanged after an unknown outcome, although its quote has expired', async () => {
    const claim = await createEndedClaim();
    await loseResponse(claim);
    const second = await openDialog(claim);
    exchange.clock.sleep(120_000);
    await freezeCourse(exchange.server, 'LTC', 'SBERRUB', takePercent(claim.course, 99n));
    await second.send();
    expect(isIn(second, 'created')).toBe(true);
    expect(await listClaims()).toHaveLength(2);
    expect(keyCount).toBe(1);
  });

  test('keeps its key after a refusal during maintenance', async () => {
    const model = await openDialog(await createEndedClaim());
    await setMaintenance(exchange.server, true);
    await model.send();
    expect(model.phase.peek()).toMatchObject({ phase: 'editing', failure: { code: 'maintenance' } });
    await setMaintenance(exchange.server, false);
    await model.send();
    expect(isIn(model, 'created')).toBe(true);
    expect(keyCount).toBe(1);
  });
});

describe('before it is created', () => {
  test('an amount below the minimum is not sent, and can be set to the minimum', async () => {
    const model = await openDialog(await createEndedClaim());
    exchange.state.requests.length = 0;
    model.typeAmount('from', '0,01');
    await model.send();
    expect(exchange.state.requests).toEqual([]);
    const hint = model.amountHint.from.peek();
    expect(hint.kind).toBe('below_min');
    model.setToLimit('from', 'min');
    expect(model.amountText.from.peek()).toBe('limit' in hint && hint.limit.text);
    expect(model.amountHint.from.peek().kind).toBe('limits');
    model.typeAmount('from', '1.2.3');
    await model.send();
    expect(model.amountHint.from.peek()).toEqual({ kind: 'unreadable' });
    expect(await listClaims()).toHaveLength(1);
  });

  test('an amount outside the limits stays as typed, also with the next course', async () => {
    const model = await openDialog(await createEndedClaim());
    model.typeAmount('from', '0,010');
    expect(model.commitAmount()).toBe(false);
    exchange.state.requests.length = 0;
    await exchange.clock.advance(15_000);
    await waitUntil(() => exchange.state.requests.length > 0, 'the next course');
    expect(model.amountText.from.peek()).toBe('0,01');
    expect(model.amountHint.from.peek().kind).toBe('below_min');
  });

  test('a course that changed during a sleep is shown, and accepted or not', async () => {
    const claim = await createEndedClaim();
    const model = await openDialog(claim);
    const shown = model.terms.peek();
    exchange.clock.sleep(120_000);
    await freezeCourse(exchange.server, 'LTC', 'SBERRUB', takePercent(claim.course, 99n));
    await model.send();
    expect(model.phase.peek()).toMatchObject({
      phase: 'changed',
      reason: 'course_changed',
      previousTerms: shown,
      currentTerms: { fromSumma: claim.fromSumma },
    });
    model.declineNewTerms();
    expect(await listClaims()).toHaveLength(1);
    await model.send();
    // Those are on screen now.
    expect(isIn(model, 'created')).toBe(true);
  });

  test('a course that changed at the server is shown, and accepted', async () => {
    const claim = await createEndedClaim();
    await exchange.clock.advance(1_000);
    const model = await openDialog(claim);
    // More than a quote promises.
    await freezeCourse(exchange.server, 'LTC', 'SBERRUB', takePercent(claim.course, 80n));
    await model.send();
    const now = model.phase.peek();
    expect(now).toMatchObject({ phase: 'changed', reason: 'course_changed' });
    await model.acceptNewTerms();
    expect(isIn(model, 'created')).toBe(true);
    expect((await listClaims())[0]).toMatchObject('currentTerms' in now ? now.currentTerms : {});
    expect(keyCount).toBe(2);
  });

  test('erased requisites and a closed pair are said at once', async () => {
    const claim = await createEndedClaim();
    await setClosed('Обновляем узел');
    const model = await openDialog(claim);
    expect(model.phase.peek()).toEqual({
      phase: 'unavailable',
      reason: { code: 'direction_closed', detail: 'Обновляем узел' },
    });
    await setClosed(null);
    await exchange.clock.advance(15_000);
    await waitForPhase(model, 'editing');
    await exchange.server.context.db
      .updateTable('claims')
      .set({ erased_at: BigInt(exchange.clock.now()) })
      .where('id', '=', claim.id)
      .execute();
    await model.send();
    expect(model.phase.peek()).toMatchObject({
      phase: 'unavailable',
      reason: { code: 'requisites_erased' },
    });
  });

  test('a pair that has closed since the quote expired is said, and nothing is sent', async () => {
    const model = await openDialog(await createEndedClaim());
    await setClosed('Обновляем узел');
    exchange.clock.sleep(120_000);
    exchange.state.requests.length = 0;
    await model.send();
    expect(model.phase.peek()).toMatchObject({ phase: 'unavailable', reason: { code: 'direction_closed' } });
    expect(exchange.state.requests.filter(request => request.startsWith('POST'))).toEqual([]);
  });

  test('the course is requested as often as in the form', async () => {
    const claim = await createEndedClaim();
    const { clock } = exchange;
    let running = 0;
    const requestedAt: number[] = [];
    const api: ApiClient = {
      ...anna.api,
      async call(schema, path, call) {
        if (/\/calculator\/(course|pair)\//.test(path)) requestedAt.push(clock.now());
        running++;
        try {
          return await anna.api.call(schema, path, call);
        } finally {
          running--;
        }
      },
    };
    /** Milliseconds between the requests for the course in a minute and a half. */
    const listIntervals = async (model: { dispose(): void }) => {
      models.push(model);
      for (let second = 0; second < 90; second++) {
        await waitUntil(() => running === 0, 'the response');
        await clock.advance(1_000);
      }
      model.dispose();
      const times = requestedAt.splice(0);
      return times.slice(1).map((time, index) => time - (times[index] ?? 0));
    };
    const repeatIntervals = await listIntervals(createClaimRepeat({ api, claim }));
    const url = { from: claim.from.code, to: claim.to.code };
    const formIntervals = await listIntervals(createExchangeModel({ api, selections: { url } }));
    expect(formIntervals.length).toBeGreaterThan(3);
    expect(new Set(repeatIntervals)).toEqual(new Set(formIntervals));
  });

  test('without a network the course is requested again', async () => {
    const claim = await createEndedClaim();
    exchange.state.isOnline = false;
    const model = createClaimRepeat({ api: anna.api, claim, session });
    models.push(model);
    await exchange.clock.advance(3_000);
    expect(model.phase.peek()).toEqual({ phase: 'failed', failure: { code: 'network' } });
    exchange.state.isOnline = true;
    model.refreshNow();
    await waitForPhase(model, 'editing');
  });
});
