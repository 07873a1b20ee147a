import { runDiagnosis, diagnosePage, PAIR_ATTRIBUTES, serveDiagnosedPage } from '../support/diagnosisPage.ts';
import { expect, test } from '../support/widgetTest.ts';
import type { ExchangeWidget } from '#widget/element.ts';

test('reports misspelt and invalid attributes', async ({ page, shop, exchangeOrigin, expectProblems }) => {
  const claim = 'claim="12345#geheim"';
  await page.goto(
    serveDiagnosedPage(shop, exchangeOrigin, `cur-from="BTC" ref="me" theme="blue" api="exchange" ${claim}`),
  );
  const { findings, text } = await runDiagnosis(page);
  expect(findings.map(({ code, message }) => [code, message])).toEqual(
    expect.arrayContaining([
      ['attribute_unknown', 'Атрибута cur-from у виджета нет. Возможно, нужен cur_from.'],
      ['attribute_unknown', 'Атрибута ref у виджета нет. Возможно, нужен rid.'],
      ['theme_unknown', 'Темы theme="blue" нет. Напишите light, dark, auto.'],
      ['api_invalid', 'api="exchange" не адрес. Взят адрес скрипта. Напишите целиком: https://exchange.'],
      ['claim_invalid', 'В атрибуте claim не номер заявки: нужен uuid или uuid#secret.'],
    ]),
  );
  expect(text).not.toContain('geheim');
  // The browser logs the 404 of the unknown claim.
  await expectProblems(/404 .*\/api\/v1\/claim\/12345\/status\/$/);
});

test('ignores an api without a scheme and reports the right address', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  const requestedOrigins: string[] = [];
  page.on('request', request => requestedOrigins.push(new URL(request.url()).origin));
  const api = new URL(exchangeOrigin).host.replace('127.0.0.1', 'localhost');
  const address = serveDiagnosedPage(shop, exchangeOrigin, `${PAIR_ATTRIBUTES} api="${api}"`);
  const found = await diagnosePage(page, address);
  await expect(page.locator('exchange-widget [name=fromSumma]')).not.toHaveValue('');
  expect(found['api_invalid']).toBe(
    `warning: api="${api}" не адрес. Взят адрес скрипта. Напишите целиком: http://${api}.`,
  );
  expect(found['script']).toContain(`API ${exchangeOrigin}.`);
  expect(new Set(requestedOrigins)).toEqual(new Set([new URL(address).origin, exchangeOrigin]));
});

test('ignores attributes of the page', async ({ page, shop, exchangeOrigin }) => {
  const pageAttributes =
    'class="shop" id="first" data-time="1" data-cite="2" data-amout="3" style="color: red"';
  expect(
    await diagnosePage(page, serveDiagnosedPage(shop, exchangeOrigin, pageAttributes)),
  ).not.toHaveProperty('attribute_unknown');
  expect(
    await diagnosePage(page, serveDiagnosedPage(shop, exchangeOrigin, `${pageAttributes} data-amount="3"`)),
  ).toHaveProperty('attribute_unknown');
});

test('reports a wrong device clock', async ({ page, shop, exchangeOrigin }) => {
  await page.clock.install({ time: Date.now() + 600_000 });
  const found = await diagnosePage(page, serveDiagnosedPage(shop, exchangeOrigin));
  expect(found['clock_skew']).toContain('warning: Часы этого устройства спешат на 10 мин против сервера.');
});

test('reports low theme contrast', async ({ page, shop, exchangeOrigin }) => {
  const theme = (css: string) =>
    diagnosePage(
      page,
      serveDiagnosedPage(shop, exchangeOrigin, `${PAIR_ATTRIBUTES} theme="light" style="${css}"`),
    );
  expect(await theme('--exchange-accent: oklch(0.8 0.1 120); --exchange-on-accent: white')).toMatchObject({
    contrast_accent: expect.stringMatching(
      /^warning: Контраст --exchange-on-accent на\s--exchange-accent: 1,\d+\. Чтобы текст читался, нужно от\s4,5\.$/,
    ),
  });
  expect(await theme('--exchange-surface: #777')).toHaveProperty('contrast_text');
  const fine = await theme('--exchange-accent: #3355dd; --exchange-on-accent: #fff');
  expect(Object.keys(fine).filter(code => code.startsWith('contrast'))).toEqual([]);
  // The measurement leaves no element behind.
  expect(
    await page
      .locator('exchange-widget')
      .evaluate(({ shadowRoot }) => shadowRoot?.querySelectorAll('span[hidden]').length),
  ).toBe(0);
});

test('reports root font size, narrow place, hidden element, missing link and detachment', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  const diagnose = (around: string, more = '') =>
    diagnosePage(page, serveDiagnosedPage(shop, exchangeOrigin, PAIR_ATTRIBUTES, { around, more }));
  expect(await diagnose('*', '<style>html{font-size:62.5%}</style>')).toMatchObject({
    root_font_size: 'info: Размер шрифта у корня страницы 10px. Виджет от него не зависит.',
  });
  expect((await diagnose('<div style="width:240px">*</div>'))['place_narrow']).toContain('шириной 240px');
  await page.locator('exchange-widget').evaluate(element => element.replaceChildren());
  await page.locator('exchange-widget').evaluate(element => (element.style.display = 'none'));
  expect((await runDiagnosis(page)).findings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['element_hidden', 'link_missing']),
  );
  const codes = await page.evaluate(async () => {
    const element = document.createElement('exchange-widget') as ExchangeWidget;
    return (await element.diagnose()).findings.map(({ code }) => code);
  });
  expect(codes).toContain('element_detached');
});

test('reports a sandboxed frame without storage and forms', async ({
  page,
  shop,
  exchangeOrigin,
  expectProblems,
}) => {
  const inner = serveDiagnosedPage(shop, exchangeOrigin);
  await page.goto(
    shop.servePage(
      `<!doctype html><iframe src="${inner}" sandbox="allow-scripts" width="600" height="700"></iframe>`,
    ),
  );
  const frame = page.frames().find(one => one.url() === inner);
  if (!frame) throw new Error('no frame');
  expect((await runDiagnosis(frame)).findings.map(({ code, level }) => [code, level])).toEqual(
    expect.arrayContaining([
      ['forms_blocked', 'error'],
      ['storage_closed', 'info'],
    ]),
  );
  await expectProblems(/^Blocked form submission .*'allow-forms'/);
});
