import { readdirSync } from 'node:fs';
import { expect, test } from '../support/siteTest.ts';

const assets = readdirSync(new URL('../../../dist/site/assets/', import.meta.url));

// Chunks that import each other in a circle may use a variable before its module has run.
test('every chunk of the site runs, whichever is loaded first', async ({ page }) => {
  await page.route('**/empty.html', route => route.fulfill({ contentType: 'text/html', body: '' }));
  const scripts = assets.filter(name => name.endsWith('.js') && !name.startsWith('index-'));
  expect(scripts.length).toBeGreaterThan(50);
  const failures: string[] = [];
  for (const name of scripts) {
    await page.goto('/empty.html');
    const failure = await page.evaluate(
      path =>
        import(path).then(
          () => null,
          (error: unknown) => String(error),
        ),
      `/assets/${name}`,
    );
    if (failure !== null) failures.push(`${name}: ${failure}`);
  }
  expect(failures).toEqual([]);
});
