import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Finding {
  rule: string;
  html: string;
  /** Where it is: a selector, or a path of them through shadow roots. */
  target: unknown;
}

/**
 * What axe finds on the page as it is now, or in a part of it, shadow roots included.
 * Only what is wrong is described, and frames are left out: both take axe six times as long.
 */
export async function findings(page: Page, part: { within?: string; but?: string } = {}): Promise<Finding[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (part.within !== undefined) axe.include(part.within);
  if (part.but !== undefined) axe.exclude(part.but);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, target }) => ({ rule: id, html, target })));
}

/** Fails when axe finds anything. */
export async function accessible(page: Page, part: { within?: string; but?: string } = {}): Promise<void> {
  expect(await findings(page, part)).toEqual([]);
}
