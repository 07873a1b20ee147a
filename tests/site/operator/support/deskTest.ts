import type { Page } from '@playwright/test';
import type { StaffRole } from '#core/contract/operator/staff.ts';
import { createLateObject } from '#tests/support/createLateObject.ts';
import { startAccountExchange, type AccountExchange } from '../../auth/support/accountExchange.ts';
import { expect, SCREENS, test as siteTest } from '../../support/siteTest.ts';
import { createStaffMember, type StaffMember } from './staffMember.ts';

interface DeskFixtures {
  /** Opens a page of the desk, by default the first one, as a new member of staff. */
  openDesk: (role: StaffRole, path?: string) => Promise<StaffMember>;
}

interface DisplayFixtures extends DeskFixtures {
  page: Page;
  expectProblems: (...patterns: RegExp[]) => Promise<void>;
}

/** Each screen, light and dark. */
export const DISPLAYS = SCREENS.flatMap(({ name, ...viewport }) =>
  (['light', 'dark'] as const).map(colorScheme => ({
    name: `${name}, ${colorScheme}`,
    viewport,
    colorScheme,
  })),
);

/** Shows a page as on a display. */
export async function setDisplay(page: Page, display: (typeof DISPLAYS)[number]): Promise<void> {
  await page.setViewportSize(display.viewport);
  await page.emulateMedia({ colorScheme: display.colorScheme });
}

/** Refuses the next change of a value as the server does after an old login: it asks for a proof of identity. */
export async function demandProof(page: Page, url: string, ...methods: string[]): Promise<void> {
  await page.route(url, async route => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fulfill({ status: 403, json: { code: 'confirm_required', detail: 'Подтвердите', methods } });
    await page.unroute(url);
  });
}

/** Starts an exchange for each file or for each test. Returns it with the functions that define its tests. */
export function createDeskTest(
  lifetime: 'file' | 'test',
  start: () => Promise<AccountExchange> = startAccountExchange,
) {
  let started: AccountExchange | undefined;
  const exchange = createLateObject(() => started);
  const open = async () => void (started = await start());
  const test = siteTest.extend<DeskFixtures>({
    openDesk: ({ page, expectProblems }, provide) =>
      provide(async (role, path = '/operator') => {
        const member = await createStaffMember(exchange, role);
        await member.openPage(page, path);
        // The login asks for the code with a refusal.
        await expectProblems(/401 .*\/auth\/login\/$/);
        if (path === '/operator') await expect(page.getByRole('heading', { name: 'Сегодня' })).toBeVisible();
        return member;
      }),
  });
  if (lifetime === 'file') {
    test.beforeAll(open);
    test.afterAll(() => exchange.close());
  } else {
    test.beforeEach(open);
    test.afterEach(async ({ page }) => {
      // A page that still loads something would fail.
      await page.goto('about:blank');
      await exchange.close();
    });
  }
  /** Defines a test for each screen, light and dark. */
  function testDisplays(check: (fixtures: DisplayFixtures) => Promise<void>): void {
    for (const display of DISPLAYS)
      test(`no accessibility violation, ${display.name}`, async ({ page, openDesk, expectProblems }) => {
        await setDisplay(page, display);
        await check({ page, openDesk, expectProblems });
      });
  }
  return { exchange, test, testDisplays };
}
