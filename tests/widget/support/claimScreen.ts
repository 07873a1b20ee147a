import type { Locator, Page } from '@playwright/test';

/** The heading of the shown step or status. */
export const locateHeading = (widget: Locator) => widget.getByRole('heading', { level: 2 });

/** Triggers a status request, as a restored connection does, instead of waiting for the next poll. */
export const dispatchOnline = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')));
