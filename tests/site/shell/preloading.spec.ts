import { readFileSync } from 'node:fs';
import { waitForHydration } from '../support/markedDocument.ts';
import { expect, test } from '../support/siteTest.ts';

test.describe('links', () => {
  interface Chunk {
    file: string;
    isDynamicEntry?: boolean;
    src?: string;
  }
  const manifest = JSON.parse(readFileSync('dist/site/.vite/manifest.json', 'utf8')) as Record<string, Chunk>;
  /** The text of each page of information: one file a route. */
  const pages = new Set(
    Object.values(manifest)
      .filter(({ isDynamicEntry, src = '' }) => isDynamicEntry && /^content\/[\w-]+\.md$/.test(src))
      .map(({ file }) => `/${file}`),
  );

  test('preload at most five pages at once, each once', async ({ page }) => {
    let running = 0;
    let most = 0;
    const asked: string[] = [];
    await page.route('**/assets/*.js', async route => {
      const { pathname } = new URL(route.request().url());
      if (!pages.has(pathname)) return route.continue();
      asked.push(pathname);
      most = Math.max(most, ++running);
      await new Promise(resolve => setTimeout(resolve, 150));
      running--;
      return route.continue();
    });
    await page.setViewportSize({ width: 1440, height: 3000 });
    await page.goto('/');
    // Every page that the footer leads to.
    await expect.poll(() => asked.length).toBeGreaterThan(8);
    await expect.poll(() => running).toBe(0);
    expect(most).toBe(5);
    expect(new Set(asked).size).toBe(asked.length);
  });

  for (const trigger of ['focus', 'hover'] as const)
    test(`are followed without a request for code after ${trigger}`, async ({ page }) => {
      // No link of the footer is in sight.
      await page.setViewportSize({ width: 1440, height: 400 });
      await page.goto('/rules');
      await waitForHydration(page);
      await page.waitForLoadState('networkidle');
      const asked: string[] = [];
      page.on('request', request => asked.push(new URL(request.url()).pathname));
      const code = () => asked.filter(path => path.includes('/assets/users-'));
      await page.evaluate(() => {
        const link = document.createElement('a');
        link.href = '/users';
        link.textContent = 'Клиентам';
        link.style.position = 'fixed';
        // In the window, but seen by nobody: only pointing and focus count.
        link.style.top = '-100px';
        document.body.append(link);
      });
      const link = page.getByRole('link', { name: 'Клиентам' }).last();
      expect(code()).toEqual([]);
      if (trigger === 'focus') await link.focus();
      else await link.dispatchEvent('pointerover');
      await expect.poll(code).toHaveLength(1);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Клиентам' }).click();
      await expect(page).toHaveURL('/users');
      expect(code()).toHaveLength(1);
    });

  test('are not preloaded with saveData', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    });
    const asked: string[] = [];
    page.on('request', request => asked.push(new URL(request.url()).pathname));
    await page.goto('/rules');
    await page.waitForLoadState('networkidle');
    await page.getByRole('link', { name: 'Контакты' }).first().hover();
    await page.waitForLoadState('networkidle');
    expect(asked.filter(path => pages.has(path)).length).toBeLessThanOrEqual(1);
  });
});
