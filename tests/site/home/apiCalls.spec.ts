import type { Page } from '@playwright/test';
import { homePageCalls, MAX_HOME_PAGE_CALLS } from '#tests/support/homePageCalls.ts';
import { expect, openHomeForm, test } from '../support/siteTest.ts';

/** Records the API calls of a page that is about to open. */
function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', request => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(decodeURIComponent(pathname + search));
  });
  return calls;
}

const countCalls = (calls: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(calls, path => path)].map(([path, all]) => [path, all.length]));

for (const isTyping of [false, true])
  test(`a visitor who is ${isTyping ? 'typing' : 'idle'} makes few API calls in the first minute`, async ({
    page,
  }) => {
    await page.clock.install();
    const calls = recordCalls(page);
    const form = await openHomeForm(page, '/');
    await expect(page.locator('.rates-table td').first()).toContainText('₽');
    await expect.poll(() => calls.some(path => path.endsWith('/settings/'))).toBe(true);
    const expected = Object.fromEntries(homePageCalls.map(({ path, count }) => [path, count]));
    for (let second = 1; second <= 61; second++) {
      if (isTyping && second <= 8) await form.fromSumma.press(String(second));
      await page.clock.runFor(1_000);
      // A poll is due 15 s after the response to the previous one.
      await page.waitForLoadState('networkidle');
    }
    await expect.poll(() => countCalls(calls)).toEqual(expected);
    expect(calls.length).toBeLessThanOrEqual(MAX_HOME_PAGE_CALLS);
  });
