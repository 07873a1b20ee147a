import { describe, expect, it } from 'vitest';
import { COURSE_POLL_INTERVAL_MS } from '#core/exchange/form/requests/coursePoller.ts';
import { flushTasks } from '../../support/fakeClock.ts';
import { formatPair, setupLoadedExchange } from '../support/exchangeSetup.ts';

const nbsp = '\u00a0';

describe('choosing', () => {
  it('reloads the to-currencies for a new from and picks the first if the old one is unavailable', async () => {
    const { exchange } = await setupLoadedExchange({
      selections: { attribute: { from: 'USDTTRC20', to: 'BTC' } },
    });
    exchange.typeAmount('from', '1000');
    await exchange.selectCurrency('from', 4);
    expect(formatPair(exchange)).toBe('TON→USDTTRC20');
    expect(exchange.toIds.value).toEqual([2, 3, 5]);
    // Both currencies are others: 1,000 USDT say nothing about TON.
    expect(exchange.amountText.from.value).toBe('12,5');
    await exchange.selectCurrency('to', 5, 'SPB');
    expect([formatPair(exchange), exchange.city.value?.name]).toEqual(['TON→CASHRUB', 'Санкт-Петербург']);
  });

  it('shows the pending choice and ignores an outdated response', async () => {
    const { exchange, server } = await setupLoadedExchange();
    const slow = server.holdResponses('pair/2/4');
    const first = exchange.selectCurrency('to', 4);
    await flushTasks();
    expect(exchange.pendingPair.value?.to?.code).toBe('TON');
    expect(formatPair(exchange)).toBe('USDTTRC20→SBERRUB');
    await exchange.selectCurrency('to', 1);
    slow.release();
    await first;
    await flushTasks();
    expect(formatPair(exchange)).toBe('USDTTRC20→BTC');
    expect(exchange.pendingPair.value).toBeNull();
    expect(exchange.pair.value?.structure.to.currency).toBe('BTC');
  });

  it('swaps the sides and keeps each currency’s amount', async () => {
    const { exchange } = await setupLoadedExchange();
    exchange.typeAmount('from', '1000');
    exchange.commitAmount();
    await exchange.swapCurrencies();
    expect(formatPair(exchange)).toBe('SBERRUB→USDTTRC20');
    expect([exchange.amountText.from.value, exchange.amountText.to.value]).toEqual([
      `80${nbsp}000,00`,
      `1${nbsp}000,00`,
    ]);
    await exchange.selectCurrency('to', 1);
    await exchange.selectCurrency('from', 2);
    await exchange.selectCurrency('to', 5);
    expect(exchange.canSwap.value).toBe(false);
  });

  it('applies a changed attribute over an earlier choice', async () => {
    const { exchange, changes } = await setupLoadedExchange();
    await exchange.selectCurrency('to', 1);
    await exchange.requestPair({ from: 'TON', to: 'SBERRUB', amount: '25' }, 'attribute');
    expect([formatPair(exchange), exchange.amountText.from.value]).toEqual(['TON→SBERRUB', '25']);
    expect(changes.at(-1)).toMatchObject({ from: 'TON', source: 'attribute' });
    exchange.suspend(true);
    await exchange.requestPair({ from: 'BTC' }, 'attribute');
    expect(formatPair(exchange)).toBe('TON→SBERRUB');
    exchange.suspend(false);
    await flushTasks();
    expect(formatPair(exchange)).toBe('BTC→SBERRUB');
  });

  it('changes only the given values', async () => {
    const { exchange, server, changes } = await setupLoadedExchange();
    const requestCount = server.requestedUrls.length;
    await exchange.requestPair({ amount: '1 250' }, 'attribute');
    expect([exchange.amountText.from.value, server.requestedUrls.length]).toEqual([
      `1${nbsp}250,00`,
      requestCount,
    ]);
    expect(changes.at(-1)).toMatchObject({ fromSumma: '1250.00', source: 'attribute' });
    const from = exchange.requestPair({ from: 'TON' }, 'attribute');
    await exchange.requestPair({ to: 'USDTTRC20' }, 'attribute');
    await from;
    expect(formatPair(exchange)).toBe('TON→USDTTRC20');
  });

  it('keeps requisites by side and name across pairs', async () => {
    const { exchange } = await setupLoadedExchange();
    exchange.draft.setValue('to', 'card', '4242 4242 4242 4242');
    await exchange.selectCurrency('to', 1);
    expect(exchange.draft.fields.value.to.map(({ name }) => name)).toEqual(['address']);
    await exchange.selectCurrency('to', 3);
    expect(exchange.draft.getValue('to', 'card')).toBe('4242 4242 4242 4242');
  });
});

describe('the draft', () => {
  it('validates all visible fields and returns the refused ones in order', async () => {
    const { exchange } = await setupLoadedExchange();
    const { draft } = exchange;
    draft.setValue('to', 'card', '4242 4242 4242 4241');
    draft.setEmail('anna@example');
    expect(await draft.validateAll()).toEqual(['from.address', 'to.card', 'email', 'consent']);
    expect(draft.errors.value).toMatchObject({
      'to.card': { code: 'card_checksum' },
      email: { code: 'email_dot' },
    });
    draft.setValue('to', 'card', '4242 4242 4242 4242');
    expect(draft.errors.value['to.card']).toBeUndefined();
    draft.setValue('from', 'address', 'somewhere');
    draft.setEmail('anna@example.com');
    draft.setConsent(true);
    expect(await draft.validateAll()).toEqual([]);
    expect(await draft.getRequisites()).toEqual({
      from: { address: 'somewhere' },
      to: { card: '4242424242424242' },
    });
  });

  it('applies an accepted promocode and reports why another is refused', async () => {
    const { exchange, clock, server } = await setupLoadedExchange();
    await exchange.draft.applyPromocode('GOOD');
    expect(exchange.toPayload()?.course).toBe('80.8');
    await clock.advance(COURSE_POLL_INTERVAL_MS + 1_000);
    expect(exchange.toPayload()?.course).toBe('80.8');
    await exchange.draft.applyPromocode('BAD');
    expect(exchange.draft.promocode.value).toEqual({
      state: 'refused',
      text: 'BAD',
      code: 'promocode_invalid',
    });
    await exchange.draft.applyPromocode('');
    expect([exchange.toPayload()?.course, exchange.draft.promocode.value.state]).toEqual(['80', 'none']);
    expect(server.requestedUrls.filter(url => url.includes('GOOD')).length).toBeGreaterThan(1);
  });

  it.each([
    ['the backend’s own', { bonusVerification: '0.25' }, '0,25'],
    ['none', { bonusVerification: null }, null],
    ['that of the default course, from a backend without the field', {}, '1'],
  ])('shows the discount of the course in use: %s', async (_, bonusOfVerification, percent) => {
    const { exchange, server } = await setupLoadedExchange();
    Object.assign(server, { verification: true, bonusOfVerification });
    expect(exchange.discountPercent.value).toBeNull();
    await exchange.draft.applyPromocode('GOOD');
    expect(exchange.discountPercent.value).toBe('1');
    exchange.selectCourseType('verification');
    expect(exchange.discountPercent.value).toBe(percent);
  });

  it('ignores the late response for a removed promocode', async () => {
    const { exchange, server } = await setupLoadedExchange();
    const lateResponse = server.holdResponses('promocode=GOOD');
    const applied = exchange.draft.applyPromocode('GOOD');
    await exchange.draft.applyPromocode('');
    lateResponse.release();
    await applied;
    expect([exchange.toPayload()?.course, exchange.draft.promocode.value.state]).toEqual(['80', 'none']);
  });

  it('stores nothing before the form is edited', async () => {
    const { exchange, session, clock } = await setupLoadedExchange();
    await clock.advance(COURSE_POLL_INTERVAL_MS + 5_000);
    exchange.commitAmount();
    expect(session.entries()).toEqual({});
    exchange.draft.setEmail('a');
    await clock.advance(500);
    expect(Object.keys(session.entries())).toEqual(['exchange::main:form']);
  });

  it('is saved with a debounce, and at once when the page is hidden', async () => {
    const { exchange, session, clock } = await setupLoadedExchange();
    const readSavedForm = () => session.entries()['exchange::main:form'];
    exchange.typeAmount('from', '7');
    exchange.typeAmount('from', '75');
    expect(readSavedForm()).toBeUndefined();
    await clock.advance(500);
    expect(readSavedForm()).toContain('"75"');
    exchange.typeAmount('from', '750');
    exchange.setVisible(false);
    expect(readSavedForm()).toContain('"750"');
    exchange.setVisible(true);
    exchange.typeAmount('from', '7500');
    exchange.suspend(true);
    expect(readSavedForm()).toContain('"7500"');
  });

  it('survives a reload in its tab with pair and amount; another deep link starts a new form', async () => {
    const setup = await setupLoadedExchange();
    await setup.exchange.selectCurrency('to', 1);
    setup.exchange.typeAmount('to', '0,5');
    setup.exchange.commitAmount();
    setup.exchange.selectCourseType('verification');
    setup.exchange.draft.setValue('to', 'address', 'bc1q-private');
    setup.exchange.draft.setEmail('anna@example.com');
    setup.exchange.dispose();
    expect(JSON.stringify(setup.local.entries())).not.toMatch(/private|anna/);

    const reloaded = setup.openExchange();
    await flushTasks();
    expect([formatPair(reloaded), reloaded.amountText.to.value, reloaded.courseType.value]).toEqual([
      'USDTTRC20→BTC',
      '0,5',
      'verification',
    ]);
    expect(reloaded.draft.getValue('to', 'address')).toBe('bc1q-private');
    reloaded.dispose();

    const linked = setup.openExchange({ selections: { url: { from: 'TON', to: 'SBERRUB' } } });
    await flushTasks();
    expect([formatPair(linked), linked.amountText.from.value]).toEqual(['TON→SBERRUB', '10']);
    expect(linked.draft.email.value).toBe('anna@example.com');
  });
});
