import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/** The two viewports of the design. */
export const SCREENS = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
] as const;

interface Fixtures {
  /** Console errors, uncaught errors and policy violations. A test that expects some clears the list. */
  problems: string[];
}

/** A test that fails on a console error, an uncaught error or a violation of the Content-Security-Policy. */
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

/** Opens the home page and returns its form when it is usable. */
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

/** Parses «1 234,56» to decimal text: "1234.56". */
export function toDecimalText(text: string): string {
  return text.replace(/[^\d,]/g, '').replace(',', '.');
}
