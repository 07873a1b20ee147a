import { expectAccessible } from '#tests/support/accessibility.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';
import { startAccountExchange, type AccountExchange } from './support/accountExchange.ts';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

/** Creates an account that wants news, sends it a news item, and returns the link at the end of the e-mail. */
async function receiveNews(): Promise<{ link: string; readWanted: () => Promise<boolean> }> {
  const email = await exchange.createAccount();
  const headers = {
    authorization: `Bearer ${await exchange.logIn(email)}`,
    'content-type': 'application/json',
    origin: exchange.origin,
  };
  const account = `${exchange.origin}/api/v1/users/me/`;
  const body = JSON.stringify({ notify: { news: true } });
  expect((await fetch(account, { method: 'PATCH', headers, body })).status).toBe(200);
  await exchange.runOperator('news', 'otkrytie', 'send', '--yes');
  const read = () => exchange.readEmailLink(email, 'news');
  await expect.poll(read, { timeout: 60_000 }).not.toBeNull();
  return {
    link: read() ?? '',
    async readWanted() {
      const user = (await (await fetch(account, { headers })).json()) as { notify: { news: boolean } };
      return user.notify.news;
    },
  };
}

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('the link of an e-mail ends the news with one press of a key, without a login', async ({ page }) => {
      const { link, readWanted } = await receiveNews();
      await page.goto(link);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText('Отключить новости?');
      // Neither the address nor a referrer has the token any more, and nothing is ended yet.
      await expect(page).toHaveURL(`${exchange.origin}/unsubscribe`);
      expect(await readWanted()).toBe(true);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Отключить новости' }).focus();
      await page.keyboard.press('Enter');
      await expect(heading).toHaveText('Новости отключены');
      await expect(heading).toBeFocused();
      expect(await readWanted()).toBe(false);
      await expectAccessible(page);
      await expect(page.getByRole('link', { name: 'Открыть настройки' })).toHaveAttribute(
        'href',
        '/account/settings',
      );
    });
  });
}

test('says what to do if the link is cut, old or absent, or the network fails', async ({
  page,
  expectProblems,
}) => {
  const { link, readWanted } = await receiveNews();
  const heading = page.getByRole('heading', { level: 1 });
  const button = page.getByRole('button', { name: 'Отключить новости' });
  await page.goto(`${exchange.origin}/unsubscribe`);
  await expect(heading).toHaveText(/^Ссылка не\sподошла/);
  await page.goto(`${link}x`);
  await button.click();
  await expect(heading).toHaveText(/^Ссылка не\sподошла/);
  await expectAccessible(page);

  await page.route('**/api/v1/unsubscribe/**', route => route.abort());
  await page.goto(`${exchange.origin}/faq`);
  await page.goto(link);
  await button.click();
  await expect(page.getByRole('alert')).toContainText(/связи|сети|интернет/i);
  await page.unroute('**/api/v1/unsubscribe/**');
  // The answer of a server whose clock is a year ahead.
  await page.route('**/api/v1/unsubscribe/**', route =>
    route.fulfill({ status: 404, json: { code: 'link_expired', detail: '' } }),
  );
  await button.click();
  await expect(heading).toHaveText('Ссылка устарела');
  await expectAccessible(page);
  expect(await readWanted()).toBe(true);
  await expectProblems(
    /404 .*\/unsubscribe\/news\//,
    /ERR_FAILED: .*\/unsubscribe\/news\//,
    /404 .*\/unsubscribe\/news\//,
  );
});

test('without JavaScript the page says what it needs', async ({ openOtherBrowser }) => {
  const page = await openOtherBrowser({ javaScriptEnabled: false });
  await page.goto(`${exchange.origin}/unsubscribe#news=abc`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Новости/);
  await expect(page.getByText(/^Чтобы отключить новости, включите JavaScript/)).toBeVisible();
});
