import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface AccessibilityViolation {
  rule: string;
  html: string;
  /** A selector, or a path of selectors through shadow roots. */
  target: unknown;
}

/**
 * Returns the axe violations on the page or in a part of it, including shadow roots. Describes violations only and
 * skips frames: both make axe six times slower.
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

/** Fails if axe reports a violation. */
export async function expectAccessible(
  page: Page,
  scope: { within?: string; except?: string } = {},
): Promise<void> {
  expect(await findAccessibilityViolations(page, scope)).toEqual([]);
}
