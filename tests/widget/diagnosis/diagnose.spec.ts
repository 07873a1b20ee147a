import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSelfSignedCertificate } from '#tests/support/certificate.ts';
import { chromiumLaunchOptions } from '../../../tools/programs/chromiumLaunchOptions.ts';
import {
  runDiagnosis,
  diagnosePage,
  renderDiagnosedPage,
  PAIR_ATTRIBUTES,
  serveDiagnosedPage,
} from '../support/diagnosisPage.ts';
import { expect, test } from '../support/widgetTest.ts';
import { startShopServer } from '../../support/shopServer.ts';

/** It depends on the time whether the widget gives up before its page is left. */
const GIVEN_UP = /^Error while (fetching the settings|setting initial currencies)/;

test('reports script, API and response time without problems', async ({ page, shop, exchangeOrigin }) => {
  const policy = `default-src 'none'; script-src ${exchangeOrigin}; connect-src ${exchangeOrigin}`;
  await page.goto(serveDiagnosedPage(shop, exchangeOrigin, PAIR_ATTRIBUTES, { policy }));
  const { findings, text, printed } = await runDiagnosis(page);
  expect(findings.map(({ code, level }) => [code, level])).toEqual([
    ['api_reached', 'info'],
    ['script', 'info'],
  ]);
  expect(text).toMatch(
    new RegExp(
      `^Справка \\(api_reached\\): API ${exchangeOrigin} ответил за \\d+ мс\\.\nСправка \\(script\\): Версия [\\d.]+, скрипт с ${exchangeOrigin}, API ${exchangeOrigin}\\.$`,
    ),
  );
  expect(printed).toBe(text);
});

test('reports a blocking policy and the directive to add', async ({
  page,
  shop,
  exchangeOrigin,
  allowProblems,
  expectRepeatedProblems,
}) => {
  allowProblems(GIVEN_UP);
  const policy = `default-src 'none'; script-src ${exchangeOrigin}`;
  const found = await diagnosePage(
    page,
    serveDiagnosedPage(shop, exchangeOrigin, PAIR_ATTRIBUTES, { policy }),
  );
  expect(found['csp_blocked']).toBe(
    `error: Политика страницы (connect-src) не даёт виджету обратиться к ${exchangeOrigin}. Добавьте в неё: connect-src ${exchangeOrigin}.`,
  );
  expect(Object.keys(found).filter(code => code.startsWith('api_'))).toEqual([]);
  await expectRepeatedProblems(
    /^Connecting to '.*\/calculator\/.*default-src 'none'/,
    /^Fetch API cannot load .*\/calculator\//,
  );
});

test('warns about a report-only policy', async ({ page, shop, exchangeOrigin, expectRepeatedProblems }) => {
  const address = shop.servePage(renderDiagnosedPage(exchangeOrigin), {
    'content-security-policy-report-only': `default-src 'none'; script-src ${exchangeOrigin}; report-uri /`,
  });
  const found = await diagnosePage(page, address);
  expect(found['csp_blocked']).toContain('warning: Политика страницы в режиме отчёта (connect-src)');
  expect(found).toHaveProperty('api_reached');
  await expectRepeatedProblems(/404 .*:\d+\/$/);
});

test('reports a duplicate script and another version', async ({ page, shop, exchangeOrigin }) => {
  const address = serveDiagnosedPage(shop, exchangeOrigin, PAIR_ATTRIBUTES, {
    more: `<script src="${exchangeOrigin}/widget/exchange-widget.js?again" async crossorigin></script>`,
  });
  expect(await diagnosePage(page, address)).toMatchObject({
    script_twice: 'info: Скрипт подключён больше одного раза. Работает первый, второй не мешает.',
  });
  const element = await page.evaluate(
    () => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/element.js'))?.name,
  );
  await page.route('**/element.js?other', async route => {
    const response = await route.fetch();
    const text = await response.text();
    const version = /version ?= ?[`"']([\d.]+)[`"']/.exec(text)?.[1] ?? '';
    expect(version).not.toBe('');
    await route.fulfill({ response, body: text.replaceAll(version, '9.9.9') });
  });
  const warning = page.waitForEvent('console', message => message.type() === 'warning');
  await page.evaluate(address => import(address), `${element}?other`);
  expect((await warning).text()).toContain('9.9.9 is not used');
  const { text } = await runDiagnosis(page);
  expect(text).toMatch(/^Внимание \(version_other\): На\sстранице есть и\sскрипт версии 9\.9\.9\. Работает /);
});

test('reports unknown codes with the nearest known ones', async ({ page, shop, exchangeOrigin }) => {
  const diagnose = (attributes: string) =>
    diagnosePage(page, serveDiagnosedPage(shop, exchangeOrigin, attributes));
  expect(await diagnose('cur_from="BTCC" cur_to="SBERRUB"')).toMatchObject({
    code_unknown: 'error: Валюты cur_from="BTCC" нет. Возможно, нужно BTC.',
  });
  expect(await diagnose('cur_from="BTC" cur_to="SBERUB"')).toMatchObject({
    code_unknown: 'error: Валюты cur_to="SBERUB" нет. Возможно, нужно SBERRUB.',
  });
  expect(await diagnose('cur_from="WXYZQ" cur_to="SBERRUB"')).toMatchObject({
    code_unknown: `error: Валюты cur_from="WXYZQ" нет. Похожей тоже нет, все коды на ${exchangeOrigin}/monitoring.`,
  });
  const validPair = await diagnose('cur_from="usdttrc" cur_to="CASHRUB" city="MSK"');
  expect(validPair).not.toHaveProperty('code_unknown');
  expect(validPair['code_alias']).toBe('info: cur_from="usdttrc" значит USDTTRC20.');
});

test('reports a closed currency with the reason', async ({ page, shop, exchangeFixture }) => {
  const diagnose = () =>
    diagnosePage(page, serveDiagnosedPage(shop, exchangeFixture.origin, 'cur_from="TON" cur_to="DASH"'));
  expect(await diagnose()).not.toHaveProperty('code_closed');
  await exchangeFixture.runOperator('reserve', 'DASH', '0');
  await expect
    .poll(async () => (await diagnose())['code_closed'])
    .toBe('warning: Валюта cur_to="DASH" сейчас закрыта. Резерв закончился. Выберите другую валюту.');
});

test('reports an API that is down, lacks CORS, is foreign or fails', async ({
  page,
  context,
  shop,
  partnerOrigin,
  exchangeOrigin,
  allowProblems,
  expectRepeatedProblems,
}) => {
  allowProblems(GIVEN_UP);
  const diagnose = (api: string, on = page) =>
    diagnosePage(on, serveDiagnosedPage(shop, exchangeOrigin, `${PAIR_ATTRIBUTES} api="${api}"`));
  // A server that never responds is reported after ten seconds, while the other cases run.
  const silentServer = createServer(() => {});
  await new Promise<void>(resolve => silentServer.listen(0, '127.0.0.1', resolve));
  const silentOrigin = `http://127.0.0.1:${(silentServer.address() as AddressInfo).port}`;
  const silentFindings = diagnose(silentOrigin, await context.newPage());
  expect(await diagnose('http://127.0.0.1:9')).toMatchObject({
    api_unreachable: 'error: API http://127.0.0.1:9 не отвечает. Проверьте адрес и сеть, потом сам сервер.',
  });
  // The partner's server has no API.
  expect((await diagnose(partnerOrigin))['api_cors']).toContain('нет заголовка Access-Control-Allow-Origin');
  const settings = '**/api/v1/calculator/settings/**';
  const headers = { 'access-control-allow-origin': '*' };
  for (const [status, body, code] of [
    [200, '"OK"', 'api_foreign'],
    [200, '<!doctype html>', 'api_foreign'],
    [500, '{}', 'api_status'],
    [503, '{"detail": "x", "code": "maintenance"}', 'api_maintenance'],
    [503, '{"detail": "x", "code": "overloaded"}', 'api_status'],
    [503, '{"detail": "x", "code": "database_unavailable"}', 'api_status'],
    [503, '<html>', 'api_status'],
    [429, '{}', 'api_limit'],
  ] as const) {
    await page.route(settings, route => route.fulfill({ status, body, headers }));
    const found = await diagnosePage(page, serveDiagnosedPage(shop, exchangeOrigin));
    expect(Object.keys(found), `${status} ${body}`).toContain(code);
    if (code !== 'api_maintenance') expect(found, `${status} ${body}`).not.toHaveProperty('api_maintenance');
    const errorCode = /overloaded|database_unavailable/.exec(body)?.[0];
    if (errorCode) expect(found[code]).toContain(errorCode);
    await page.unroute(settings);
    if (status !== 200) await expectRepeatedProblems(new RegExp(`${status} .*/calculator/settings/`));
  }
  await page.route(settings, async route => {
    await new Promise(resolve => setTimeout(resolve, 1600));
    await route.continue();
  });
  expect((await diagnosePage(page, serveDiagnosedPage(shop, exchangeOrigin)))['api_slow']).toMatch(
    /warning: .*это медленно/,
  );
  expect((await silentFindings)['api_timeout']).toBe(
    `error: API ${silentOrigin} не ответил за 10 с. Проверьте нагрузку сервера и прокси перед ним.`,
  );
  silentServer.closeAllConnections();
  silentServer.close();
  await expectRepeatedProblems(
    /ERR_UNSAFE_PORT: .*\/calculator\//,
    /^Access to fetch at .*\/calculator\/.*Access-Control-Allow-Origin/,
    /ERR_FAILED: .*\/calculator\//,
    /404 .*\/calculator\//,
  );
});

test('reports mixed content', async ({
  playwright,
  openOtherBrowser,
  exchangeOrigin,
  allowProblems,
  expectRepeatedProblems,
}) => {
  allowProblems(GIVEN_UP);
  const shop = await startShopServer(createSelfSignedCertificate());
  // Browsers trust loopback addresses without https, so the exchange gets a host name.
  const args = [...chromiumLaunchOptions.args, '--host-resolver-rules=MAP exchange.example 127.0.0.1'];
  // oxlint-disable-next-line no-restricted-properties
  const browser = await playwright.chromium.launch({ ...chromiumLaunchOptions, args });
  try {
    const page = await openOtherBrowser({ ignoreHTTPSErrors: true }, browser);
    const httpOrigin = exchangeOrigin.replace('127.0.0.1', 'exchange.example');
    const found = await diagnosePage(
      page,
      serveDiagnosedPage(shop, exchangeOrigin, `${PAIR_ATTRIBUTES} api="${httpOrigin}"`),
    );
    expect(found['mixed_content']).toBe(
      `error: Страница открыта по https, а API ${httpOrigin} нет: браузер его не откроет. Дайте API адрес с https://.`,
    );
    expect(found).not.toHaveProperty('api_unreachable');
    // The API is reachable from an http page, and from this page by its loopback address.
    const httpShop = await startShopServer();
    expect(
      await diagnosePage(
        page,
        serveDiagnosedPage(httpShop, exchangeOrigin, `${PAIR_ATTRIBUTES} api="${httpOrigin}"`),
      ),
    ).toHaveProperty('api_reached');
    httpShop.close();
    const trusted = await diagnosePage(page, serveDiagnosedPage(shop, exchangeOrigin));
    expect(trusted).toHaveProperty('api_reached');
    expect(trusted).not.toHaveProperty('mixed_content');
  } finally {
    await browser.close();
    shop.close();
  }
  await expectRepeatedProblems(/^Mixed Content: .* 'http:\/\/exchange\.example:\d+\/api\/v1\/calculator\//);
});

test('reports offline and an unreachable script server', async ({
  page,
  context,
  shop,
  exchangeOrigin,
  expectRepeatedProblems,
}) => {
  await page.goto(serveDiagnosedPage(shop, exchangeOrigin));
  await runDiagnosis(page);
  await context.setOffline(true);
  expect((await runDiagnosis(page)).text).toMatch(/^Ошибка \(offline\): Это устройство не\sв\sсети\./);
  await context.setOffline(false);
  await page.reload();
  await page.waitForFunction(() => customElements.get('exchange-widget'));
  await page.route('**/diagnose.js', route => route.abort());
  const { findings, printed } = await runDiagnosis(page);
  expect(findings).toEqual([{ code: 'script_unreachable', level: 'error', message: printed }]);
  expect(printed).toContain(exchangeOrigin);
  await expectRepeatedProblems(
    /ERR_INTERNET_DISCONNECTED: .*\/calculator\/settings\//,
    /ERR_FAILED: .*\/diagnose\.js$/,
  );
});
