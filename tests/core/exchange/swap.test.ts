import { describe, expect, it } from 'vitest';
import { flushTasks } from '../../support/fakeClock.ts';
import { formatPair, setupLoadedExchange } from '../support/exchangeSetup.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';

const nbsp = '\u00a0';

const readTexts = ({ amountText }: ExchangeModel) => [amountText.from.value, amountText.to.value];

/** A form with 1,000 USDT typed. Requests for the swapped pair wait for `slow.release()`. */
async function setupSlowSwap() {
  const setup = await setupLoadedExchange();
  setup.exchange.typeAmount('from', '1000');
  setup.exchange.commitAmount();
  return { ...setup, slow: setup.server.holdResponses('pair/3/2') };
}

describe('a swap that is still loading', () => {
  it('is undone by a second press, with the original amounts', async () => {
    const { exchange, slow } = await setupSlowSwap();
    const presses = [exchange.swapCurrencies()];
    await flushTasks();
    expect(exchange.pendingPair.value?.from.code).toBe('SBERRUB');
    presses.push(exchange.swapCurrencies());
    slow.release();
    await Promise.all(presses);
    await flushTasks();
    expect(formatPair(exchange)).toBe('USDTTRC20→SBERRUB');
    expect(readTexts(exchange)).toEqual([`1${nbsp}000,00`, `80${nbsp}000,00`]);
    expect(exchange.pendingPair.value).toBeNull();
  });

  it('swaps on a third press', async () => {
    const { exchange, slow } = await setupSlowSwap();
    const presses = [exchange.swapCurrencies(), exchange.swapCurrencies(), exchange.swapCurrencies()];
    slow.release();
    await Promise.all(presses);
    await flushTasks();
    expect(formatPair(exchange)).toBe('SBERRUB→USDTTRC20');
    expect(readTexts(exchange)).toEqual([`80${nbsp}000,00`, `1${nbsp}000,00`]);
  });

  it.each([
    ['from', '40000', [`40${nbsp}000,00`, '500,00']],
    ['to', '700', [`56${nbsp}000,00`, '700,00']],
  ] as const)('keeps what is typed into %s meanwhile', async (side, text, texts) => {
    const { exchange, slow } = await setupSlowSwap();
    const swap = exchange.swapCurrencies();
    exchange.typeAmount(side, text);
    slow.release();
    await swap;
    expect(formatPair(exchange)).toBe('SBERRUB→USDTTRC20');
    expect(readTexts(exchange)).toEqual(texts);
  });

  it('does not clamp what is typed meanwhile to the limits of the previous pair', async () => {
    const { exchange, server, slow } = await setupSlowSwap();
    server.max = '18000';
    await exchange.refreshCourse();
    server.max = null;
    const swap = exchange.swapCurrencies();
    exchange.typeAmount('from', '40000');
    expect(exchange.commitAmount()).toBe(true);
    expect(exchange.amountText.from.value).toBe('40000');
    slow.release();
    await swap;
    expect(readTexts(exchange)).toEqual([`40${nbsp}000,00`, '500,00']);
  });

  it('keeps an amount typed between two presses with its currency', async () => {
    const { exchange, slow } = await setupSlowSwap();
    const presses = [exchange.swapCurrencies()];
    exchange.typeAmount('from', '40000');
    presses.push(exchange.swapCurrencies());
    slow.release();
    await Promise.all(presses);
    await flushTasks();
    expect(formatPair(exchange)).toBe('USDTTRC20→SBERRUB');
    expect(readTexts(exchange)).toEqual(['500,00', `40${nbsp}000,00`]);
  });

  it('keeps its amount with a currency picked meanwhile', async () => {
    const { exchange, slow } = await setupSlowSwap();
    const swap = exchange.swapCurrencies();
    await exchange.selectCurrency('to', 4);
    slow.release();
    await swap;
    expect(formatPair(exchange)).toBe('SBERRUB→TON');
    expect(exchange.amountText.to.value).toBe(`1${nbsp}000`);
  });

  it('keeps the typed amount and the pair if the swapped pair is refused', async () => {
    const { exchange, server } = await setupLoadedExchange();
    exchange.typeAmount('from', '1000');
    server.failure = { path: 'pair/3/2', status: 404, body: { code: 'pair_unknown' } };
    await exchange.swapCurrencies();
    await flushTasks();
    expect(formatPair(exchange)).toBe('USDTTRC20→SBERRUB');
    expect(readTexts(exchange)).toEqual(['1000', `80${nbsp}000,00`]);
  });
});

it('undoes the swap of a snapshot on a second press while the API is down', async () => {
  const setup = await setupLoadedExchange();
  setup.server.failure = { path: '', status: 0 };
  const exchange = setup.openExchange({ scope: 'other' });
  await setup.clock.advance(5_000);
  expect([exchange.phase.value.phase, exchange.freshness.value]).toEqual(['ready', 'stale']);
  exchange.typeAmount('from', '1000');
  void exchange.swapCurrencies();
  await setup.clock.advance(1_000);
  void exchange.swapCurrencies();
  setup.server.failure = null;
  await setup.clock.advance(31_000);
  expect(formatPair(exchange)).toBe('USDTTRC20→SBERRUB');
  expect(readTexts(exchange)).toEqual([`1${nbsp}000,00`, `80${nbsp}000,00`]);
});
