import type { ClaimReason, ClaimStatusCode } from '#core/claim/status.ts';
import { expectWidgetAccessible, expect, test } from '../support/widgetTest.ts';

/** A path to every status, with a reason for statuses that need one. */
const STATUS_PATHS: readonly [name: string, path: ClaimStatusCode[], reason?: ClaimReason][] = [
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

/** Its check digit is valid; no other test uses it. */
const UNVERIFIED_CARD_NUMBER = '2200000000000012';

for (const width of [320, 400, 560])
  test(`every state fits ${width} px with a support link and at most one primary button`, async ({
    page,
    shop,
    exchangeFixture,
  }) => {
    await page.setViewportSize({ width: width + 16, height: 900 });
    const widget = page.locator('exchange-widget');
    const check = async (name: string) => {
      await expect(widget.getByRole('heading', { level: 2 })).toBeVisible();
      await expect(widget.getByRole('link', { name: /Написать в\sподдержку/ })).toBeVisible();
      expect(await widget.locator('.button:not(.text, .secondary)').count(), name).toBeLessThanOrEqual(1);
      const overflowing = await widget.getByRole('region').evaluate(region => {
        const { right } = region.getBoundingClientRect();
        return [...region.querySelectorAll<HTMLElement>('*')]
          .filter(
            node => !node.closest('.visually-hidden') && node.getBoundingClientRect().right > right + 0.5,
          )
          .map(node => node.outerHTML.slice(0, 80));
      });
      expect(overflowing, name).toEqual([]);
      if (width === 400) await expectWidgetAccessible(page);
    };
    for (const [name, path, reason] of STATUS_PATHS) {
      const claim = await exchangeFixture.createClaim('TRX', 'SBERRUB', '1234.567891');
      await exchangeFixture.moveClaim(claim, path, reason);
      await page.goto(
        shop.pageAddress(exchangeFixture.origin, { claim, ...(width === 400 && { theme: 'dark' }) }),
      );
      await check(name);
    }
    const underpaidClaim = await exchangeFixture.createClaim('TRX', 'SBERRUB', '1234.567891');
    await exchangeFixture.recordPayment(underpaidClaim, '1000.123456');
    await page.goto(shop.pageAddress(exchangeFixture.origin, { claim: underpaidClaim }));
    await expect(widget.getByRole('button', { name: 'Согласиться' })).toBeVisible();
    await check('underpaid');
    // Other tests of this worker approve the usual card.
    const cardClaim = await exchangeFixture.createClaim(
      'SBERRUB',
      'USDTTRC20',
      '50000',
      UNVERIFIED_CARD_NUMBER,
    );
    await page.goto(shop.pageAddress(exchangeFixture.origin, { claim: cardClaim }));
    await expect(widget.getByRole('group', { name: 'Подтверждение карты' })).toBeVisible();
    await check('verification');
  });
