import type { Reason, Status } from '#core/claim/status.ts';
import { accessible, expect, test } from './fixture.ts';

/** Ways that lead to every status, with a reason at the end where one belongs to it. */
const ways: readonly [name: string, path: Status[], reason?: Reason][] = [
  ['waiting', []],
  ['claimed', ['claimed']],
  ['confirming', ['confirming']],
  ['aml', ['confirming', 'aml']],
  ['hold-aml', ['confirming', 'hold'], 'aml_risk'],
  ['hold-sender', ['confirming', 'hold'], 'sender_mismatch'],
  ['hold-manual', ['confirming', 'hold'], 'manual'],
  ['hold-rate', ['confirming', 'hold'], 'rate_moved'],
  ['paid', ['claimed', 'paid']],
  ['payout', ['claimed', 'paid', 'payout']],
  ['payout_error', ['claimed', 'paid', 'payout', 'payout_error']],
  ['refunding', ['confirming', 'hold', 'refunding']],
  ['refunded', ['confirming', 'hold', 'refunding', 'refunded']],
  ['rejected', ['confirming', 'hold', 'rejected'], 'aml_risk'],
  ['completed', ['claimed', 'paid', 'payout', 'completed']],
  ['expired', ['expired']],
  ['cancelled', ['cancelled']],
];

for (const width of [320, 400, 560])
  test(`every state fits ${width} px, has a way to reach us, one lime button at most`, async ({
    page,
    shop,
    own,
  }) => {
    await page.setViewportSize({ width: width + 16, height: 900 });
    const widget = page.locator('exchange-widget');
    const check = async (name: string) => {
      await expect(widget.getByRole('heading', { level: 2 })).toBeVisible();
      await expect(widget.getByRole('link', { name: /Написать в\sподдержку/ })).toBeVisible();
      expect(await widget.locator('.btn:not(.txt, .sec)').count(), name).toBeLessThanOrEqual(1);
      const beyond = await widget.getByRole('region').evaluate(region => {
        const { right } = region.getBoundingClientRect();
        return [...region.querySelectorAll<HTMLElement>('*')]
          .filter(node => !node.closest('.vh') && node.getBoundingClientRect().right > right + 0.5)
          .map(node => node.outerHTML.slice(0, 80));
      });
      expect(beyond, name).toEqual([]);
      if (width === 400) await accessible(page);
    };
    for (const [name, path, reason] of ways) {
      const claim = await own.claim('TRX', 'SBERRUB', '1234.567891');
      await own.move(claim, path, reason);
      await page.goto(shop.page(own.origin, { claim, ...(width === 400 && { theme: 'dark' }) }));
      await check(name);
    }
    const less = await own.claim('TRX', 'SBERRUB', '1234.567891');
    await own.pay(less, '1000.123456');
    await page.goto(shop.page(own.origin, { claim: less }));
    await expect(widget.getByRole('button', { name: 'Согласиться' })).toBeVisible();
    await check('underpaid');
    const card = await own.claim('SBERRUB', 'USDTTRC20', '50000');
    await page.goto(shop.page(own.origin, { claim: card }));
    await expect(widget.getByRole('group', { name: 'Подтверждение карты' })).toBeVisible();
    await check('verification');
  });
