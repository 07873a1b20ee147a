import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createSiteHeaders } from '#server/web/securityHeaders.ts';

const folder = fileURLToPath(new URL('../../../dist/site', import.meta.url));
const pages = globSync('**/*.html', { cwd: folder }).toSorted();

test('the build has pages', () => {
  expect(pages).toEqual(expect.arrayContaining(['404.html', '503.html', 'index.html', 'shell.html']));
});

test.each(pages)('%s satisfies the Content-Security-Policy', name => {
  const html = readFileSync(join(folder, name), 'utf8');
  // Example code shown as text is escaped, so it does not match.
  const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)];
  const inline = scripts.filter(([, head = '', text = '']) => !/\ssrc=/.test(head) && text.trim() !== '');
  const run = inline.filter(([, head = '']) => !/\stype="application\/(ld\+)?json"/.test(head));
  expect(run.map(([element]) => element)).toEqual([]);
  expect(html).not.toMatch(/<[a-z][^>]*\s(style|on[a-z]+)=/);
  expect(html).not.toMatch(/<style\b/);
  const ownUrls = [...html.matchAll(/<(?:script|link|img)\b[^>]*\s(?:src|href)="([^"]+)"/g)].map(
    ([, url = '']) => url,
  );
  const foreign = ownUrls.filter(url => !url.startsWith('/') && !url.startsWith('https://origin.invalid'));
  expect(foreign).toEqual([]);
  expect(createSiteHeaders(html)['Content-Security-Policy']).toMatch(/script-src 'self'; style-src 'self'; /);
});
