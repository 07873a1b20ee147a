import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ALL_MESSAGE_CODES } from '#core/accountMessages.ts';
import { MAX_REFERRAL_CODES, REFERRAL_DECIMALS, VOID_REASONS } from '#core/contract/account/referral.ts';
import { WITHDRAWAL_STATUSES } from '#core/contract/account/withdrawals.ts';
import { PARTNER_CODE_PATTERN, SUB_PATTERN } from '#core/contract/account/referralCode.ts';
import { CLICK_LIFETIME_MS } from '#core/referral/storedReferral.ts';
import { createReferralCode } from '#server/partners/referral/referralCode.ts';
import { MAX_SHOP_KEYS, SHOP_KEY_SCOPES } from '#core/contract/account/shopKeys.ts';
import {
  DELIVERY_LOG_DAYS,
  MAX_WEBHOOKS,
  PREVIOUS_SECRET_HOURS,
  WEBHOOK_EVENTS,
} from '#core/contract/account/shopWebhooks.ts';
import { ShopClaimCreated } from '#core/contract/shop.ts';
import { RETRY_DELAYS_MS } from '#server/partners/webhooks/recordAttempt.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { formatWidgetCode } from '#core/account/shop/formatWidgetCode.ts';
import { listDocumented, listTableCells, readRepositoryFile } from './support/documents.ts';

test('PARTNERS.md lists the scopes, events and retries of the shop API', () => {
  const cells = (heading: string) => listTableCells(heading).toSorted();
  expect(cells('Scope')).toEqual([...SHOP_KEY_SCOPES].toSorted());
  expect(cells('Event  ')).toEqual([...WEBHOOK_EVENTS].toSorted());
  for (const code of listTableCells('Code')) expect(ALL_MESSAGE_CODES).toContain(code);
  const text = readRepositoryFile('PARTNERS.md');
  const delays = RETRY_DELAYS_MS.map(ms =>
    ms < 60_000 ? `${ms / 1000} s` : ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`,
  );
  expect(text).toContain(`again after ${delays.slice(0, -1).join(', ')} and ${delays.at(-1)}.`);
  expect(text).toContain(`For ${PREVIOUS_SECRET_HOURS} hours both sign`);
  expect(text).toContain(`at most ${MAX_SHOP_KEYS} keys`);
  expect(text).toContain(`up to ${MAX_WEBHOOKS} addresses`);
  expect(text).toContain(`deliveries of ${DELIVERY_LOG_DAYS} days`);
});

test('PARTNERS.md shows a response of the shop API as it is', () => {
  const chapter = readRepositoryFile('PARTNERS.md').split('\n## API for shops\n')[1] ?? '';
  const [, example = ''] = /```json\n([^]+?)\n```/.exec(chapter) ?? [];
  const { entries } = ShopClaimCreated;
  expect(v.is(v.strictObject(entries), JSON.parse(example))).toBe(true);
});

test('PARTNERS.md describes the referral programme as the code runs it', () => {
  const chapter =
    readRepositoryFile('PARTNERS.md').split('\n## Referral programme\n')[1]?.split('\n## ')[0] ?? '';
  const line = (title: string) => chapter.split('\n').find(text => text.startsWith(`- **${title}**`)) ?? '';
  const codes = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '');

  expect(chapter).toContain(`up to ${MAX_REFERRAL_CODES} codes of eight letters and digits`);
  expect(createReferralCode()).toMatch(PARTNER_CODE_PATTERN);
  const [, maxSubLength] = /up to (\d+) Latin letters/.exec(line('`sub`')) ?? [];
  const sub = 'a'.repeat(Number(maxSubLength));
  expect([SUB_PATTERN.test(sub), SUB_PATTERN.test(`${sub}a`)]).toEqual([true, false]);
  expect(line('How long')).toContain(`for ${CLICK_LIFETIME_MS / DAY_MS} days`);
  expect(line('Accrual')).toContain(`to 1/${(10 ** REFERRAL_DECIMALS).toLocaleString('en')} USD`);
  expect(codes(line('No accrual')).toSorted()).toEqual(['void', ...VOID_REASONS].toSorted());
  const statuses = [...line('Withdrawal').matchAll(/\b(\d) (?:in progress|paid|cancelled)/g)];
  expect(statuses.map(match => Number(match[1]))).toEqual([...WITHDRAWAL_STATUSES]);
});

test('PARTNERS.md names every method of the element', () => {
  const methods = listDocumented('method');
  expect(methods.length).toBeGreaterThan(0);
  const text = readRepositoryFile('PARTNERS.md');
  expect(methods.filter(name => !text.includes(`\`${name}()\``))).toEqual([]);
});

test('PARTNERS.md lists every finding of diagnose(), and a test covers it', () => {
  const union =
    /type FindingCode =([^;]+);/.exec(readRepositoryFile('widget/diagnosis/report.ts'))?.[1] ?? '';
  const codes = [...union.matchAll(/'(\w+)'/g)].map(match => match[1] ?? '');
  expect(codes.length).toBeGreaterThan(0);
  expect(listTableCells('Finding').toSorted()).toEqual(codes.toSorted());
  const tests = ['diagnose', 'diagnosePage']
    .map(name => readRepositoryFile(`tests/widget/diagnosis/${name}.spec.ts`))
    .join('');
  // As a string, as a property name, or as in a printed report.
  expect(codes.filter(code => !new RegExp(`'${code}'|\\b${code}:|\\(${code}\\W`).test(tests))).toEqual([]);
});

test('documents and examples write the pair of the widget into the address of its script', async () => {
  const codeFile = new URL('../../examples/live/code.js', import.meta.url).href;
  const { SNIPPETS } = (await import(codeFile)) as { SNIPPETS: { script: (options: object) => string } };
  const options = { origin: 'https://exchange.example', properties: {}, width: 480, name: '', url: '' };
  const attributes = {
    cur_from: 'BTC',
    cur_to: 'CASHRUB',
    amount: '0,25',
    city: 'msk',
    rid: 'a b',
    theme: 'dark',
  };
  const texts = [
    ...['README.md', 'PARTNERS.md', 'examples/script-tag.html', 'site/information/shops/ShopsPage.tsx'].map(
      readRepositoryFile,
    ),
    formatWidgetCode({ ...options, attributes }),
    SNIPPETS.script({ ...options, attributes }),
  ];
  for (const text of texts) {
    const [, query = '', tag = ''] =
      /exchange-widget\.js\?([^"\s]+)"\s+async\s+crossorigin\s*><\/script>[^]*?<exchange-widget([^>]*)>/.exec(
        text,
      ) ?? [];
    const preloaded = [...new URLSearchParams(query.replaceAll('&amp;', '&'))];
    const selected = [...tag.matchAll(/(\w+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) =>
      ['cur_from', 'cur_to', 'city', 'amount'].includes(name) ? [[name, value]] : [],
    );
    expect(preloaded.length).toBeGreaterThan(1);
    expect(preloaded.toSorted()).toEqual(selected.toSorted());
  }
  expect(readRepositoryFile('package/README.md')).toContain('exchange-widget.js?cur_from=');
});
