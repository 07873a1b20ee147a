import { readdirSync } from 'node:fs';
import { expect, test } from '../support/siteTest.ts';

const assets = readdirSync(new URL('../../../dist/site/assets/', import.meta.url));

// Chunks that import each other in a circle may use a variable before its module has run.
test('every chunk of the site runs, whichever is loaded first', async ({ page }) => {
  await page.route('**/empty.html', route => route.fulfill({ contentType: 'text/html', body: '' }));
  const scripts = assets.filter(name => name.endsWith('.js') && !name.startsWith('index-'));
  expect(scripts.length).toBeGreaterThan(50);
  await page.goto('/empty.html');
  const failures: string[] = [];
  for (const name of scripts) {
    // Each frame has its own modules, and the page's compiled code.
    const failure = await page.evaluate(async path => {
      const frame = document.createElement('iframe');
      frame.src = '/empty.html';
      const isLoaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }));
      document.body.append(frame);
      await isLoaded;
      const { eval: run } = frame.contentWindow as unknown as Pick<typeof globalThis, 'eval'>;
      const result = (run(`import(${JSON.stringify(path)})`) as Promise<unknown>).then(
        () => null,
        (error: unknown) => String(error),
      );
      return result.finally(() => frame.remove());
    }, `/assets/${name}`);
    if (failure !== null) failures.push(`${name}: ${failure}`);
  }
  expect(failures).toEqual([]);
});
