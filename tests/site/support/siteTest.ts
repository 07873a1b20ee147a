import { expect, type Page } from '@playwright/test';
import { test as base } from '#tests/support/browser/problemTest.ts';

export { expect };

/** The two viewports of the design. */
export const SCREENS = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
] as const;

/** A test that fails on a console error, an uncaught error or a violation of the Content-Security-Policy. */
export const test = base.extend({
  watchContext: ({ watchContext, problems }, provide) =>
    provide(async context => {
      await watchContext(context);
      await context.exposeFunction('reportPolicy', (text: string) => problems.push(text));
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', event => {
          const report = (window as unknown as { reportPolicy: (text: string) => void }).reportPolicy;
          report(`${event.violatedDirective} blocked ${event.blockedURI} ${event.sample}`);
        });
      });
    }),
});

/** Opens the home page and returns its form when it is usable. */
export async function openHomeForm(page: Page, address: string) {
  await page.goto(address);
  const form = {
    from: page.getByRole('button', { name: /^Вы\sотдаёте:/ }),
    to: page.getByRole('button', { name: /^Вы\sполучаете:/ }),
    fromSumma: page.locator('input[name=fromSumma]'),
    toSumma: page.locator('input[name=toSumma]'),
    swap: page.getByRole('button', { name: 'Поменять валюты местами' }),
  };
  await expect(form.fromSumma).not.toHaveValue('');
  return form;
}

/** Parses «1 234,56» to decimal text: "1234.56". */
export function toDecimalText(text: string): string {
  return text.replace(/[^\d,]/g, '').replace(',', '.');
}
