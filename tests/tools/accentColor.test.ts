import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const readRepositoryFile = (path: string) => readFileSync(join(root, path), 'utf8');

/** Files that cannot read the token: images, e-mails, the widget's default, the designer of a partner's widget, the button and the banners for partners, the merchant's page, partners' examples. */
const ALLOWED_COPIES = [
  'core/account/shop/createWidgetDesigner.ts',
  'examples/live/theme.js',
  'examples/own.css',
  'server/api/merchant/merchantPage.ts',
  'server/notifications/emails/text/renderAccountEmail.ts',
  'site/account/referral/BannerSection.tsx',
  'site/prerender/banners.ts',
  'site/prerender/preview.svg',
  'site/public/favicon.svg',
  'site/tokens.css',
  'widget/tokens.css',
];

test('the accent color has one value, and only files that cannot read the token repeat it', () => {
  const accent = /--accent: (#[\da-f]{6});/.exec(readRepositoryFile('site/tokens.css'))?.[1] ?? '';
  expect(accent).toMatch(/^#[\da-f]{6}$/);
  const sources = ['core', 'examples', 'server', 'site', 'widget'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(?:css|html|js|svg|tsx?)$/.test(name))
      .map(name => `${folder}/${name}`),
  );
  const copies = sources.filter(path => readRepositoryFile(path).toLowerCase().includes(accent));
  expect(copies.toSorted()).toEqual(ALLOWED_COPIES);
});
