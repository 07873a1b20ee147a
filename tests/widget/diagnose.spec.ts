import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { certificate } from '#tests/server/certificate.ts';
import { launch } from '../../tools/browser.ts';
import { diagnosed, findings, html, PAIR, show } from './diagnosed.ts';
import { expect, test } from './fixture.ts';
import * as shops from './shop.ts';

test('where all is well: which script, which API and how fast, as data and as a text', async ({
  page,
  shop,
  exchange,
}) => {
  const policy = `default-src 'none'; script-src ${exchange}; connect-src ${exchange}`;
  await page.goto(show(shop, exchange, PAIR, { policy }));
  const { findings, text, printed } = await diagnosed(page);
  expect(findings.map(({ code, level }) => [code, level])).toEqual([
    ['api_reached', 'info'],
    ['script', 'info'],
  ]);
  expect(text).toMatch(
    new RegExp(
      `^Справка \\(api_reached\\): API ${exchange} ответил за \\d+ мс\\.\nСправка \\(script\\): Версия [\\d.]+, скрипт с ${exchange}, API ${exchange}\\.$`,
    ),
  );
  expect(printed).toBe(text);
});

test('what the page’s policy blocks, and the line to add', async ({ page, shop, exchange, problems }) => {
  const policy = `default-src 'none'; script-src ${exchange}`;
  const found = await findings(page, show(shop, exchange, PAIR, { policy }));
  expect(found['csp_blocked']).toBe(
    `error: Политика страницы (connect-src) не даёт виджету обратиться к ${exchange}. Добавьте в неё: connect-src ${exchange}.`,
  );
  expect(Object.keys(found).filter(code => code.startsWith('api_'))).toEqual([]);
  problems.length = 0;
});

test('a policy that only reports is a warning, and the API is reached', async ({
  page,
  shop,
  exchange,
  problems,
}) => {
  const address = shop.show(html(exchange), {
    'content-security-policy-report-only': `default-src 'none'; script-src ${exchange}; report-uri /`,
  });
  const found = await findings(page, address);
  expect(found['csp_blocked']).toContain('warning: Политика страницы в режиме отчёта (connect-src)');
  expect(found).toHaveProperty('api_reached');
  problems.length = 0;
});

test('the script twice, and another version of it', async ({ page, shop, exchange }) => {
  const address = show(shop, exchange, PAIR, {
    more: `<script src="${exchange}/widget/exchange-widget.js?again" async></script>`,
  });
  expect(await findings(page, address)).toMatchObject({
    script_twice: 'info: Скрипт подключён больше одного раза. Работает первый, второй не мешает.',
  });
  const element = await page.evaluate(
    () => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/element.js'))?.name,
  );
  await page.route('**/element.js?other', async route => {
    const answer = await route.fetch();
    const text = await answer.text();
    const version = /version ?= ?[`"']([\d.]+)[`"']/.exec(text)?.[1] ?? '';
    expect(version).not.toBe('');
    await route.fulfill({ response: answer, body: text.replaceAll(version, '9.9.9') });
  });
  const warned = page.waitForEvent('console', message => message.type() === 'warning');
  await page.evaluate(address => import(address), `${element}?other`);
  expect((await warned).text()).toContain('9.9.9 is not used');
  const { text } = await diagnosed(page);
  expect(text).toMatch(/^Внимание \(version_other\): На странице есть и скрипт версии 9\.9\.9\. Работает /);
});

test('codes that nobody has, with the nearest that somebody has; an alias and a cash city are fine', async ({
  page,
  shop,
  exchange,
}) => {
  const look = (attributes: string) => findings(page, show(shop, exchange, attributes));
  expect(await look('cur_from="BTCC" cur_to="SBERRUB"')).toMatchObject({
    code_unknown: 'error: Валюты cur_from="BTCC" нет. Возможно, нужно BTC.',
  });
  expect(await look('cur_from="BTC" cur_to="SBERUB"')).toMatchObject({
    code_unknown: 'error: Валюты cur_to="SBERUB" нет. Возможно, нужно SBERRUB.',
  });
  expect(await look('cur_from="WXYZQ" cur_to="SBERRUB"')).toMatchObject({
    code_unknown: `error: Валюты cur_from="WXYZQ" нет. Похожей тоже нет, все коды на ${exchange}/monitoring.`,
  });
  const fine = await look('cur_from="usdttrc" cur_to="CASHRUB" city="MSK"');
  expect(fine).not.toHaveProperty('code_unknown');
  expect(fine['code_alias']).toBe('info: cur_from="usdttrc" значит USDTTRC20.');
});

test('a currency that nobody can receive now, with the reason', async ({ page, shop, own }) => {
  const look = () => findings(page, show(shop, own.origin, 'cur_from="TON" cur_to="DASH"'));
  expect(await look()).not.toHaveProperty('code_closed');
  await own.operate('reserve', 'DASH', '0');
  await expect
    .poll(async () => (await look())['code_closed'])
    .toBe('warning: Валюта cur_to="DASH" сейчас закрыта. Резерв закончился. Выберите другую валюту.');
});

test('an API that is down, closes its doors to the page, is another one, or is not well', async ({
  page,
  context,
  shop,
  partner,
  exchange,
  problems,
}) => {
  const look = (api: string, where = page) => findings(where, show(shop, exchange, `${PAIR} api="${api}"`));
  // A server that takes the call and never answers is waited for ten seconds: meanwhile the others.
  const silent = createServer(() => {});
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
  const mute = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const waited = look(mute, await context.newPage());
  expect(await look('http://127.0.0.1:9')).toMatchObject({
    api_unreachable: 'error: API http://127.0.0.1:9 не отвечает. Проверьте адрес и сеть, потом сам сервер.',
  });
  // The partner's own pages: a server, and no API.
  expect((await look(partner))['api_cors']).toContain('нет заголовка Access-Control-Allow-Origin');
  const settings = '**/api/v1/calculator/settings/**';
  const headers = { 'access-control-allow-origin': '*' };
  for (const [status, body, code] of [
    [200, '{"filters": 1}', 'api_foreign'],
    [200, '<!doctype html>', 'api_foreign'],
    [500, '{}', 'api_status'],
    [503, '{}', 'api_maintenance'],
    [429, '{}', 'api_limit'],
  ] as const) {
    await page.route(settings, route => route.fulfill({ status, body, headers }));
    expect(await findings(page, show(shop, exchange)), `${status} ${body}`).toHaveProperty(code);
    await page.unroute(settings);
  }
  await page.route(settings, async route => {
    await new Promise(resolve => setTimeout(resolve, 1600));
    await route.continue();
  });
  expect((await findings(page, show(shop, exchange)))['api_slow']).toMatch(/warning: .*это медленно/);
  expect((await waited)['api_timeout']).toBe(
    `error: API ${mute} не ответил за 10 с. Проверьте нагрузку сервера и прокси перед ним.`,
  );
  silent.closeAllConnections();
  silent.close();
  problems.length = 0;
});

test('a page of https and an API without', async ({ playwright, exchange }) => {
  const shop = await shops.open(certificate());
  // A name of the network; what is on this very machine browsers trust without https.
  const args = [...launch.args, '--host-resolver-rules=MAP exchange.example 127.0.0.1'];
  const browser = await playwright.chromium.launch({ ...launch, args });
  try {
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    const named = exchange.replace('127.0.0.1', 'exchange.example');
    const found = await findings(page, show(shop, exchange, `${PAIR} api="${named}"`));
    expect(found['mixed_content']).toBe(
      `error: Страница открыта по https, а API ${named} нет: браузер его не откроет. Дайте API адрес с https://.`,
    );
    expect(found).not.toHaveProperty('api_unreachable');
    // It is there for a page that is not https, and for this one under the machine's own address.
    const open = await shops.open();
    expect(await findings(page, show(open, exchange, `${PAIR} api="${named}"`))).toHaveProperty(
      'api_reached',
    );
    open.close();
    const trusted = await findings(page, show(shop, exchange));
    expect(trusted).toHaveProperty('api_reached');
    expect(trusted).not.toHaveProperty('mixed_content');
  } finally {
    await browser.close();
    shop.close();
  }
});

test('offline, and the script’s own server gone: said all the same', async ({
  page,
  context,
  shop,
  exchange,
  problems,
}) => {
  await page.goto(show(shop, exchange));
  await diagnosed(page);
  await context.setOffline(true);
  expect((await diagnosed(page)).text).toMatch(/^Ошибка \(offline\): Это устройство не в сети\./);
  await context.setOffline(false);
  await page.reload();
  await page.waitForFunction(() => customElements.get('exchange-widget'));
  await page.route('**/diagnosis.js', route => route.abort());
  const { findings, printed } = await diagnosed(page);
  expect(findings).toEqual([{ code: 'script_unreachable', level: 'error', message: printed }]);
  expect(printed).toContain(exchange);
  problems.length = 0;
});
