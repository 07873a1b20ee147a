import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/** The two screens that the looks were drawn for. */
export const SCREENS = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
] as const;

interface Fixtures {
  /** Console errors, thrown errors and broken policies of the page; a test that expects some empties it. */
  problems: string[];
}

/** A test whose page may not log an error, throw one or break the Content-Security-Policy unnoticed. */
export const test = base.extend<Fixtures>({
  problems: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('console', message => {
        if (message.type() === 'error') problems.push(message.text());
      });
      page.on('pageerror', error => problems.push(String(error)));
      await page.exposeFunction('reportPolicy', (text: string) => problems.push(text));
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', event => {
          const report = (window as unknown as { reportPolicy: (text: string) => void }).reportPolicy;
          report(`${event.violatedDirective} blocked ${event.blockedURI} ${event.sample}`);
        });
      });
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

/** The form of the home page, once it can be used. */
export async function openHomeForm(page: Page, address: string) {
  await page.goto(address);
  const form = {
    from: page.getByRole('button', { name: /^Вы отдаёте:/ }),
    to: page.getByRole('button', { name: /^Вы получаете:/ }),
    fromSumma: page.locator('input[name=fromSumma]'),
    toSumma: page.locator('input[name=toSumma]'),
    swap: page.getByRole('button', { name: 'Поменять валюты местами' }),
  };
  await expect(form.fromSumma).not.toHaveValue('');
  return form;
}

/** «1 234,56» as the number it says, in its own digits: "1234.56". */
export function toDecimalText(text: string): string {
  return text.replace(/[^\d,]/g, '').replace(',', '.');
}
