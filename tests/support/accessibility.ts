import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface AccessibilityViolation {
  rule: string;
  html: string;
  /** Where it is: a selector, or a path of them through shadow roots. */
  target: unknown;
}

/**
 * What axe finds on the page as it is now, or in a part of it, shadow roots included.
 * Only what is wrong is described, and frames are left out: both take axe six times as long.
 */
export async function findAccessibilityViolations(
  page: Page,
  scope: { within?: string; except?: string } = {},
): Promise<AccessibilityViolation[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (scope.within !== undefined) axe.include(scope.within);
  if (scope.except !== undefined) axe.exclude(scope.except);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, target }) => ({ rule: id, html, target })));
}

/** Fails when axe finds anything. */
export async function expectAccessible(
  page: Page,
  scope: { within?: string; except?: string } = {},
): Promise<void> {
  expect(await findAccessibilityViolations(page, scope)).toEqual([]);
}
