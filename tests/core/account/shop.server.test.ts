import { afterEach, beforeEach, expect, test } from 'vitest';
import { createListQuery } from '#core/account/createListQuery.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { deleteShopLinkCall, listShopHistoryCall } from '#core/contract/account/shop.ts';
import { getContrastRatio, MIN_CONTRAST_RATIO } from '#core/account/shop/contrast.ts';
import { createLinkBuilder } from '#core/account/shop/createLinkBuilder.ts';
import { createShopLinks } from '#core/account/shop/createShopLinks.ts';
import { createShopStatistics } from '#core/account/shop/createShopStatistics.ts';
import { createWidgetDesigner } from '#core/account/shop/createWidgetDesigner.ts';
import { historyFilters } from '#core/account/shop/historyFilters.ts';
import {
  formatStatisticsSearch,
  getStatisticsGroup,
  parseStatisticsView,
} from '#core/account/shop/statisticsQuery.ts';
import { waitUntil } from '../../support/fakeClock.ts';
import { createTestExchange, type TestExchange } from './support/testAccount.ts';

let exchange: TestExchange;
let anna: Awaited<ReturnType<TestExchange['logIn']>>;
beforeEach(async () => {
  exchange = await createTestExchange();
  anna = await exchange.logIn('anna@mail.example');
});
afterEach(() => exchange.close());

test('links are saved, deleted and brought back as the builder makes them', async () => {
  const model = createShopLinks(anna.api);
  model.show(null);
  await waitUntil(() => model.state.peek().phase === 'ready', 'the links');
  const listLinks = () => {
    const now = model.state.peek();
    return now.phase === 'ready' ? now.data.links : [];
  };
  const listUrls = () => listLinks().map(({ url }) => url);
  const loaded = model.state.peek();
  const code = loaded.phase === 'ready' ? (loaded.data.codes[0]?.code ?? '') : '';
  const builder = createLinkBuilder(exchange.server.context.config.publicOrigin, code);
  builder.change({ from: 'BTC', to: 'SBERRUB', amount: '1 000,5', sub: 'blog' });
  const { url, body } = builder.link.peek();
  const added = await model.add(body);
  expect(listUrls()).toEqual([url]);
  await model.remove(added);
  expect(listUrls()).toEqual([]);
  exchange.state.isOnline = false;
  expect(await model.removal.restore()).toBeNull();
  expect(model.removal.removed.peek()).toMatchObject({ isRestoring: false, error: 'network' });
  exchange.state.isOnline = true;
  await model.removal.restore();
  expect(listUrls()).toEqual([url]);
  await model.saveShop({ name: 'Лавка', site: 'https://shop.example' });
  expect(model.state.peek()).toMatchObject({ data: { shop: { name: 'Лавка' } } });
  exchange.state.isOnline = false;
  model.refresh();
  const readFailure = () => {
    const now = model.state.peek();
    return now.phase === 'ready' ? now.refreshFailure : null;
  };
  // The client tries a read again.
  await exchange.clock.advance(3_000);
  expect(readFailure()).toEqual({ code: 'network' });
  exchange.state.isOnline = true;
  // Another tab has deleted the link.
  const link = listLinks()[0] ?? expect.fail('no link');
  await sendCall(anna.api, deleteShopLinkCall, { id: link.id });
  await model.remove(link);
  expect(listUrls()).toEqual([]);
  model.refresh();
  await waitUntil(() => readFailure() === null, 'the links again');
  builder.change({ sub: 'мой', amount: 'много' });
  expect(builder.link.peek()).toMatchObject({ invalid: ['sub', 'amount'], referral: code });
  model.stop();
});

test('statistics and history show what is wanted, and say why they cannot', async () => {
  const statistics = createShopStatistics(anna.api);
  statistics.show(parseStatisticsView(new URLSearchParams('period=week')));
  await waitUntil(() => statistics.state.peek().phase === 'ready', 'the statistics');
  const now = statistics.state.peek();
  expect(now.phase === 'ready' && now.data.statistics.rows).toHaveLength(7);
  exchange.state.isOnline = false;
  const history = createListQuery(anna.api, listShopHistoryCall, historyFilters.toQuery);
  history.show(historyFilters.parse(new URLSearchParams('status=moon&sub=a')));
  await exchange.clock.advance(3_000);
  expect(history.state.peek()).toEqual({ phase: 'failed', failure: { code: 'network' } });
  exchange.state.isOnline = true;
  history.reload();
  await waitUntil(() => history.state.peek().phase === 'ready', 'the history');
  statistics.stop();
  history.stop();
});

test('an address is read as far as the server accepts it', () => {
  const read = (search: string) => parseStatisticsView(new URLSearchParams(search));
  expect(formatStatisticsSearch(read('period=century&group=hour&by=moon'))).toBe('');
  expect(formatStatisticsSearch(read('?period=year&by=host'))).toBe('?period=year&by=host');
  const long = read('date_from=2020-01-01&date_to=2026-01-01');
  expect(long.period).toEqual({ dateFrom: '2024-01-01', dateTo: '2026-01-01' });
  expect(getStatisticsGroup(long, 0)).toBe('month');
  expect(read('date_from=2026-02-30&date_to=2026-03-01').period).toBe('month');
});

test('colours that cannot be read are refused with one that can', () => {
  const designer = createWidgetDesigner();
  for (const accent of ['#5a6a10', '#ffffff', '#777777', '#808080', '#0000ff']) {
    designer.setColor('on-accent', accent);
    designer.setColor('accent', accent);
    const [refused] = designer.refused.peek();
    expect(refused?.ratio).toBe(1);
    expect(designer.properties.peek()).toEqual({});
    designer.setColor('on-accent', refused?.suggestion ?? null);
    expect(getContrastRatio(accent, refused?.suggestion ?? '')).toBeGreaterThanOrEqual(MIN_CONTRAST_RATIO);
    expect(designer.properties.peek()).toMatchObject({ '--exchange-accent': accent });
  }
});
