import type { Page } from '@playwright/test';
import { SPEC_IDS } from '#tests/support/specification/accountCalls.ts';
import { accountRoutePaths, guestRoutePaths, operatorRoutePaths, routePaths } from '#site/routePaths.ts';
import { ACCOUNT_LINKS, SHOP_LINKS } from '#site/account/accountLinks.ts';
import { expect, test } from '../support/siteTest.ts';
import { MISSING_CALLS } from './support/missingCalls.ts';
import { startSpecSite, type SpecSite } from './support/startSpecSite.ts';

type PageName = keyof typeof routePaths;

// The built site in front of an exchange that knows the calls and the fields of the specification, and no others.
let site: SpecSite;
test.beforeAll(async () => {
  site = await startSpecSite();
});
test.afterAll(() => site.stop());
test.beforeEach(({ allowProblems }) => allowProblems(MISSING_CALLS));

const CLAIM_ID = '3f0e5a52-6d3c-4a8e-9d0e-0a8f2b7f1c11';

/** The parts of paths that differ from visit to visit. A new page with a parameter needs a line. */
const PARAMETERS: Readonly<Partial<Record<PageName, string>>> = {
  newsItem: 'otkrytie',
  claim: CLAIM_ID,
  card: String(SPEC_IDS.requisite),
  operatorClaim: CLAIM_ID,
  operatorReserve: 'SBERRUB',
  verification: SPEC_IDS.verification,
  handoff: SPEC_IDS.verification,
};

const NO_DESK = 'На этом сайте его нет.';

/** Pages whose calls or fields the specification lacks, and what they say then. */
const HONEST_TEXTS: Readonly<Partial<Record<PageName, string>>> = {
  apiReference: 'На этом сайте этих данных нет.',
  discounts: 'На этом сайте этих данных нет.',
  verification: 'На этом сайте подтвердить карту нельзя. Напишите в поддержку: подскажем, как.',
  journal: 'На этом сайте журнала нет.',
  deletion: 'На этом сайте удалить аккаунт нельзя. Напишите в поддержку.',
  referral: 'На этом сайте партнёрской программы нет.',
  shop: 'Этот сервер не считает переходы и заявки.',
  shopStatistics: 'Этот сервер не считает переходы и заявки.',
  shopHistory: 'На этом сайте нет партнёрской программы.',
  shopLinks: 'На этом сайте нет партнёрской программы.',
  shopApi: 'На этом сайте API для магазинов нет.',
  shopWithdrawal: 'На этом сайте партнёрской программы нет.',
  operatorToday: NO_DESK,
  operatorClaims: NO_DESK,
  operatorClaim: NO_DESK,
  operatorVerifications: NO_DESK,
  operatorStatement: NO_DESK,
  operatorWithdrawals: NO_DESK,
  operatorEmails: NO_DESK,
  operatorAudit: NO_DESK,
  operatorStaff: NO_DESK,
  operatorTurnover: NO_DESK,
  operatorReserves: NO_DESK,
  operatorReserve: NO_DESK,
  operatorRates: NO_DESK,
  operatorSettings: NO_DESK,
  operatorDiscounts: NO_DESK,
  operatorPartners: NO_DESK,
  operatorRequisites: NO_DESK,
  operatorCurrencies: NO_DESK,
};

function buildPath(name: PageName): string {
  return routePaths[name].replace(/:\w+/, () => {
    const value = PARAMETERS[name];
    if (value === undefined) throw new Error(`PARAMETERS has no line for the page ${name}`);
    return value;
  });
}

/** All text of the page, also in shadow trees. */
const readText = (page: Page) =>
  page.evaluate(() => {
    const read = (node: Node): string => {
      if (node instanceof Text) return node.parentElement?.checkVisibility() === false ? '' : node.data;
      if (node instanceof HTMLScriptElement || node instanceof HTMLStyleElement) return '';
      const root = node instanceof Element ? node.shadowRoot : null;
      return [...(root ?? node).childNodes].map(read).join(' ');
    };
    return read(document.body).replace(/\s+/g, ' ');
  });

/** Opens a page, which must end its loading, and show its heading and no failure. */
async function visit(page: Page, name: PageName): Promise<void> {
  await test.step(name, async () => {
    const { calls } = site.exchange.state;
    calls.length = 0;
    await page.goto(site.origin + buildPath(name));
    // The page's own code runs, in place of the prerendered page.
    await expect.poll(() => calls.includes('GET /api/v1/calculator/chat/')).toBe(true);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    const honestText = HONEST_TEXTS[name];
    if (honestText !== undefined) await expect(page.locator('main')).toContainText(honestText);
    await expect(page.locator('[aria-busy="true"]:visible, .skeleton:visible')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    const text = await readText(page);
    expect(text).not.toMatch(/\b(undefined|NaN|null|Invalid Date)\b|\[object/);
    expect(text).not.toMatch(/Кажется, тут ничего нет|Ведутся технические работы|Сервер не\sсправился/);
  });
}

async function logIn(page: Page): Promise<void> {
  await page.goto(site.origin + guestRoutePaths.login);
  await page.getByLabel('Почта').fill(site.exchange.state.email);
  await page.getByLabel('Пароль', { exact: true }).fill(site.exchange.state.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
}

const pageNames = Object.keys(routePaths) as PageName[];

test.describe('every page', () => {
  test.beforeEach(() => {
    const claim = { id: CLAIM_ID, body: {}, status: 'paid', isConfirmed: true, bills: 0 };
    site.exchange.claims.splice(0, Infinity, claim);
  });

  test('works for a guest', async ({ page }) => {
    // What a claim does not open in this browser, is not shown to a guest.
    const hidden: readonly PageName[] = ['verification'];
    const guarded = Object.keys({ ...accountRoutePaths, ...operatorRoutePaths }) as PageName[];
    for (const name of pageNames.filter(one => !guarded.includes(one) && !hidden.includes(one)))
      await visit(page, name);
    for (const name of guarded) {
      await page.goto(site.origin + buildPath(name));
      await expect(page).toHaveURL(new RegExp(`${guestRoutePaths.login}(\\?|$)`));
    }
  });

  test('works for an account', async ({ page }) => {
    await logIn(page);
    for (const name of pageNames.filter(one => !(one in guestRoutePaths))) await visit(page, name);

    const extensions = [...ACCOUNT_LINKS, ...SHOP_LINKS].filter(link => link.isExtension);
    expect(extensions.length).toBeGreaterThan(0);
    await page.goto(site.origin + accountRoutePaths.dashboard);
    const menu = page.getByRole('navigation', { name: 'Кабинет' });
    await expect(menu.getByRole('link')).toHaveCount(
      ACCOUNT_LINKS.length + SHOP_LINKS.length - extensions.length,
    );
    await page.goto(site.origin + accountRoutePaths.applications);
    await expect(page.getByRole('row').filter({ hasText: `№ ${SPEC_IDS.claim}` })).toBeVisible();
  });
});
