import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createSiteHeaders } from '#server/web/securityHeaders.ts';
import { toPageFile } from '#site/prerender/pageFile.ts';
import { privateRoutePaths } from '#site/routePaths.ts';

const folder = fileURLToPath(new URL('../../../dist/site', import.meta.url));
const pages = globSync('**/*.html', { cwd: folder }).toSorted();

test('the build has pages', () => {
  expect(pages).toEqual(expect.arrayContaining(['404.html', '503.html', 'index.html']));
});

test.each(pages)('%s satisfies the Content-Security-Policy', name => {
  const html = readFileSync(join(folder, name), 'utf8');
  // Example code shown as text is escaped, so it does not match.
  const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)];
  const inline = scripts.filter(([, head = '', text = '']) => !/\ssrc=/.test(head) && text.trim() !== '');
  const run = inline.filter(([, head = '']) => !/\stype="application\/(ld\+)?json"/.test(head));
  expect(run.map(([element]) => element)).toEqual([]);
  expect(html).not.toMatch(/<[a-z][^>]*\s(style|on[a-z]+)=/);
  expect(html.match(/<style\b/g)).toHaveLength(1);
  const ownUrls = [...html.matchAll(/<(?:script|link|img)\b[^>]*\s(?:src|href)="([^"]+)"/g)].map(
    ([, url = '']) => url,
  );
  const foreign = ownUrls.filter(url => !url.startsWith('/') && !url.startsWith('https://origin.invalid'));
  expect(foreign).toEqual([]);
  expect(createSiteHeaders(html)['Content-Security-Policy']).toMatch(
    /script-src 'self'; style-src 'self' 'sha256-[\w+/]{43}='; /,
  );
});

test.each(Object.values(privateRoutePaths))(
  '%s has a title, a heading and what it needs scripts for before they run',
  path => {
    const html = readFileSync(join(folder, toPageFile(path)), 'utf8');
    expect(html).toMatch(/<title>[^<]+ · Размен<\/title>/);
    expect(html).not.toContain('<title>Обмен криптовалюты');
    const main = /<main\b[^>]*\bdata-private="true"[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '';
    expect(main.match(/<h1[^>]*>[^<]+<\/h1>/g)).toHaveLength(1);
    const notices = html.match(/<noscript>.*?<\/noscript>/gs) ?? [];
    expect(notices).toEqual([expect.stringMatching(/Чтобы .+, включите JavaScript/)]);
    expect(main).toContain(notices[0]);
    expect(html).toContain('<meta name="robots" content="noindex">');
    // Without scripts the browser would send a form with a password to the address of the page.
    expect(main).not.toContain('<form');
  },
);
