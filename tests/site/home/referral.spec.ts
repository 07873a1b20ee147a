import type { Page } from '@playwright/test';
import type { ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import { STORED_REFERRAL_KEY } from '#core/referral/storedReferral.ts';
import { expect, openHomeForm, test } from '../support/siteTest.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';

const PAIR = 'cur_from=LTC&cur_to=ACRUB';

/** Creates a claim on a page of the site with the form, and returns what was sent. */
async function createClaim(page: Page, address: string): Promise<ClaimCreate> {
  const form = await openHomeForm(page, address);
  await form.fromSumma.fill('2');
  await page.getByRole('button', { name: 'Продолжить' }).click();
  const requisites = page.getByRole('form', { name: 'Реквизиты' });
  await requisites.getByLabel('Номер карты').fill('2200 0000 0000 0004');
  await requisites.getByLabel('Имя и фамилия владельца').fill('Анна Смирнова');
  await requisites.getByLabel('Почта').fill(`${crypto.randomUUID()}@example.com`);
  await requisites.getByRole('checkbox').check();
  await requisites.getByRole('button', { name: 'Проверить заявку' }).click();
  const request = page.waitForRequest(
    sent => sent.method() === 'POST' && sent.url().endsWith('/api/v1/claim/'),
  );
  await page.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(page.getByRole('region', { name: 'Оплата заявки' })).toBeVisible();
  return (await request).postDataJSON() as ClaimCreate;
}

test('a claim belongs to the partner’s link that was opened last, for 30 days', async ({ page }) => {
  const clicks: unknown[] = [];
  page.on('request', request => {
    if (request.url().endsWith('/refferal/click/')) clicks.push(request.postDataJSON());
  });
  const openLink = async (address: string, referer: string) => {
    const answer = page.waitForResponse(response => response.url().endsWith('/api/v1/refferal/click/'));
    await page.goto(address, { referer });
    expect((await answer).status()).toBe(204);
  };
  await openLink('/news?rid=CCCCDDDD', 'https://other.example/');
  await openLink(`/?${PAIR}&ref=AAAABBBB.blog&utm_source=mail&x=1`, 'https://blog.example/post');
  const source = { host: 'blog.example', utm: { utm_source: 'mail' } };
  expect(clicks).toEqual([
    { refferal: 'CCCCDDDD', host: 'other.example', utm: null },
    { refferal: 'AAAABBBB.blog', ...source },
  ]);

  expect(await createClaim(page, `/?${PAIR}`)).toMatchObject({ refferal: 'AAAABBBB.blog', source });

  // A reload is no click, and a malformed referral is none, either.
  await page.goto(`/?${PAIR}&ref=newsletter`);
  const setAge = (ms: number) =>
    page.evaluate(
      ([key, at]) => {
        const stored = JSON.parse(localStorage.getItem(key) ?? '') as object;
        localStorage.setItem(key, JSON.stringify({ ...stored, at }));
      },
      [STORED_REFERRAL_KEY, Date.now() - ms] as const,
    );
  await setAge(30 * DAY_MS - 60_000);
  expect(await createClaim(page, `/?${PAIR}`)).toMatchObject({ refferal: 'AAAABBBB.blog' });
  await setAge(30 * DAY_MS + 1);
  const late = await createClaim(page, `/?${PAIR}`);
  expect([late.refferal, late.source]).toEqual([null, undefined]);
  expect(clicks).toHaveLength(2);
});
