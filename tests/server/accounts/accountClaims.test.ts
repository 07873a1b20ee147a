import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { AccountClaims } from '#core/contract/account/accountClaim.ts';
import type { ClaimCreated, ClaimStatus } from '#core/contract/claim.ts';
import { eraseEndedClaims } from '#server/exchange/claims/retention/eraseEndedClaims.ts';
import { formatCell } from '#server/platform/http/response/csv.ts';
import { freezeCourse, takePercent } from '../../support/frozenCourse.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { openAccount, type AccountBrowser } from './support/accountBrowser.ts';

const CLAIMS_PATH = '/api/v1/users/me/claims/';
const DAY_MS = 86_400_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const anna = createBeforeEach(() => openAccount(testServer, 'anna@mail.example'));

  const get = (browser: AccountBrowser, path: string) => browser.send(path, { method: 'GET' });

  async function list(browser: AccountBrowser, query = ''): Promise<AccountClaims> {
    const response = await get(browser, `${CLAIMS_PATH}${query}`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return v.parse(AccountClaims, await response.json());
  }

  const listNumbers = async (query: string) => (await list(anna, query)).results.map(({ number }) => number);

  /** Creates a claim of somebody who is logged in. */
  async function createClaim(browser: AccountBrowser, from: string, to: string, fromSumma: string) {
    const { client } = await createClaimDriver(testServer, 'XRP', 'SBERRUB');
    const body = await client.buildClaim(from, to, { fromSumma });
    const response = await browser.send('/api/v1/claim/', { body });
    expect(response.status).toBe(201);
    return (await response.json()) as ClaimCreated;
  }

  const attach = (browser: AccountBrowser, id: string, secret: string) =>
    browser.send(`${CLAIMS_PATH}attach/`, { body: { id }, headers: { 'x-claim-secret': secret } });

  test('a claim created by somebody who is logged in belongs to the account, and needs no secret', async () => {
    const claim = await createClaim(anna, 'LTC', 'SBERRUB', '2');
    const { count, next, previous, results } = await list(anna);
    expect({ count, next, previous }).toEqual({ count: 1, next: null, previous: null });
    expect(results[0]).toEqual({
      id: claim.id,
      number: claim.number,
      status: 'waiting',
      reason: null,
      cause: null,
      from: claim.from,
      to: claim.to,
      fromSumma: claim.fromSumma,
      toSumma: claim.toSumma,
      course: claim.course,
      toRequisite: claim.toRequisite,
      createdAt: claim.createdAt,
      deadline: expect.any(String) as string,
      repeatable: true,
    });
    const status = (await (await get(anna, `/api/v1/claim/${claim.id}/status/`)).json()) as ClaimStatus;
    expect(status).toMatchObject({ id: claim.id, email: claim.email, deadline: results[0]?.deadline });
    expect((await anna.send(`/api/v1/claim/${claim.id}/cancel/`)).status).toBe(200);
    expect((await list(anna)).results[0]?.deadline).toBeNull();
  });

  test('others see neither the claim nor its details', async () => {
    const { id } = await createClaim(anna, 'LTC', 'SBERRUB', '2');
    const boris = await openAccount(testServer, 'boris@mail.example');
    expect(await list(boris)).toMatchObject({ count: 0, results: [] });
    const status = await get(boris, `/api/v1/claim/${id}/status/`);
    expect(await status.json()).toEqual({ status: 'waiting' });
    expect((await boris.send(`/api/v1/claim/${id}/cancel/`)).status).toBe(404);
    expect((await boris.send(`${CLAIMS_PATH}${id}/`, { body: {} })).status).toBe(404);
    expect((await testServer.get(CLAIMS_PATH)).status).toBe(401);
  });

  test('a request with an invalid token is refused instead of being a guest’s', async () => {
    const { id } = await createClaim(anna, 'LTC', 'SBERRUB', '2');
    await anna.send('/front-api/auth/logout/');
    const response = await get(anna, `/api/v1/claim/${id}/status/`);
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'token_not_valid' }]);
  });

  describe('a guest’s claim', () => {
    test('becomes the account’s by its secret, once and for one account', async () => {
      const { id, secret } = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      const boris = await openAccount(testServer, 'boris@mail.example');
      expect((await attach(anna, id, `${secret.slice(1)}A`)).status).toBe(404);
      expect((await attach(anna, id, secret)).status).toBe(204);
      expect((await attach(anna, id, secret)).status).toBe(204);
      expect((await attach(boris, id, secret)).status).toBe(404);
      expect(await list(anna)).toMatchObject({ count: 1, results: [{ id }] });
      // Whoever has the secret still opens it.
      expect((await testServer.get(`/api/v1/claim/${id}/status/`, { 'x-claim-secret': secret })).status).toBe(
        200,
      );
    });

    test('is not the account’s because of an equal e-mail', async () => {
      const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      await openAccount(testServer, driver.claim.email).then(async owner =>
        expect(await list(owner)).toMatchObject({ count: 0 }),
      );
    });
  });

  describe('the list', () => {
    let numbers: string[];
    beforeEach(async () => {
      const first = await createClaim(anna, 'LTC', 'SBERRUB', '2');
      await anna.send(`/api/v1/claim/${first.id}/cancel/`);
      testServer.advanceClock(2 * DAY_MS);
      await anna.refresh();
      const second = await createClaim(anna, 'TON', 'SBERRUB', '50');
      const third = await createClaim(anna, 'SBERRUB', 'LTC', '5000');
      numbers = [third.number, second.number, first.number];
    });

    test('is filtered by status, currencies, days and search', async () => {
      const [third = '', second = '', first = ''] = numbers;
      expect(await listNumbers('?status=')).toHaveLength(3);
      expect(await listNumbers('?status=closed')).toEqual([first]);
      expect(await listNumbers('?status=cancelled')).toEqual([first]);
      expect((await listNumbers('?status=open')).toSorted()).toEqual([third, second].toSorted());
      expect(await listNumbers('?cur_from=ton')).toEqual([second]);
      expect(await listNumbers('?cur_to=LTC')).toEqual([third]);
      expect(await listNumbers('?cur_to=NONE')).toEqual([]);
      expect(await listNumbers('?date_from=2026-11-22')).toHaveLength(2);
      expect(await listNumbers('?date_to=2026-11-21')).toEqual([first]);
      expect(await listNumbers(`?search=${encodeURIComponent(`№ ${first.toLowerCase()}`)}`)).toEqual([first]);
      expect((await listNumbers('?search=lt')).toSorted()).toEqual([third, first].toSorted());
      expect(await listNumbers('?search=%25')).toEqual([]);
    });

    test('has pages with the filters in their addresses', async () => {
      const { next } = await list(anna, '?size=2&search=sber');
      expect(next).toContain('search=sber');
      expect(new URL(next ?? '').searchParams.get('page')).toBe('2');
      const page = await list(anna, new URL(next ?? '').search);
      expect(page).toMatchObject({ count: 3, next: null });
      expect(page.results).toHaveLength(1);
      expect(new URL(page.previous ?? '').searchParams.get('page')).toBe('1');
    });

    test.each([
      'page=0',
      'size=x',
      'status=paidd',
      'date_from=2026-13-01',
      'date_to=yesterday',
      'cur_from=%3C',
    ])('refuses %s and names it', async query => {
      const response = await get(anna, `${CLAIMS_PATH}?${query}`);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { [query.split('=')[0] ?? '']: [expect.any(String)] },
      ]);
    });

    test('is downloaded as CSV, filtered alike', async () => {
      const response = await get(anna, `${CLAIMS_PATH}export/?cur_from=LTC`);
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(response.headers.get('content-disposition')).toContain('attachment');
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
      const [heading, row, ...rest] = new TextDecoder().decode(bytes).split('\r\n');
      expect(heading).toBe('Заявка;Создана;Статус;Отдаёте;Валюта;Получаете;Валюта;Курс;Куда');
      expect(row).toMatch(
        new RegExp(`^${numbers[2]};2026-11-21T.*;Отменена;2,00000000;LTC;[\\d,]+;SBERRUB;`),
      );
      expect(rest).toEqual(['']);
    });
  });

  describe('a repeated claim', () => {
    const repeat = (id: string, body: object = {}, key?: string) =>
      anna.send(`${CLAIMS_PATH}${id}/`, { body, ...(key && { headers: { 'idempotency-key': key } }) });

    test('has the same exchange and requisites at the current course, once for a key', async () => {
      const claim = await createClaim(anna, 'LTC', 'SBERRUB', '2');
      await anna.send(`/api/v1/claim/${claim.id}/cancel/`);
      const responses = [
        await repeat(claim.id, {}, 'repeat-key-1'),
        await repeat(claim.id, {}, 'repeat-key-1'),
      ];
      expect(responses.map(({ status }) => status)).toEqual([201, 201]);
      const [first, again] = (await Promise.all(
        responses.map(response => response.json()),
      )) as ClaimCreated[];
      expect(again?.id).toBe(first?.id);
      expect(first).toMatchObject({
        status: 'waiting',
        fromSumma: claim.fromSumma,
        toRequisite: claim.toRequisite,
        email: 'anna@mail.example',
      });
      expect(await list(anna)).toMatchObject({ count: 2 });
    });

    test('is found by its key after the course has changed, by its account alone', async () => {
      const claim = await createClaim(anna, 'LTC', 'SBERRUB', '2');
      const first = (await (await repeat(claim.id, {}, 'repeat-key-2')).json()) as ClaimCreated;
      await freezeCourse(testServer, 'LTC', 'SBERRUB', takePercent(claim.course, 90n));
      const again = (await (await repeat(claim.id, {}, 'repeat-key-2')).json()) as ClaimCreated;
      expect(again.id).toBe(first.id);
      const boris = await openAccount(testServer, 'boris@mail.example');
      const own = await createClaim(boris, 'LTC', 'SBERRUB', '2');
      const response = await boris.send(`${CLAIMS_PATH}${own.id}/`, {
        body: {},
        headers: { 'idempotency-key': 'repeat-key-2' },
      });
      expect([response.status, await response.json()]).toMatchObject([409, { code: 'idempotency_conflict' }]);
    });

    test('may have another amount, given on either side', async () => {
      const claim = await createClaim(anna, 'LTC', 'SBERRUB', '2');
      const sent = (await (await repeat(claim.id, { fromSumma: '3' })).json()) as ClaimCreated;
      expect(sent.fromSumma).toBe('3.00000000');
      const received = (await (await repeat(claim.id, { toSumma: '20000.00' })).json()) as ClaimCreated;
      expect(received.toSumma).toBe('20000.00');
      const refused = await repeat(claim.id, { fromSumma: '0.0001' });
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { codes: { fromSumma: 'amount_min' } },
      ]);
    });

    test('is refused once its requisites are erased', async () => {
      const claim = await createClaim(anna, 'LTC', 'SBERRUB', '2');
      await anna.send(`/api/v1/claim/${claim.id}/cancel/`);
      testServer.advanceClock(40 * DAY_MS);
      await eraseEndedClaims(testServer.context);
      await anna.logIn('anna@mail.example');
      expect(await list(anna)).toMatchObject({ results: [{ repeatable: false }] });
      const response = await repeat(claim.id);
      expect([response.status, await response.json()]).toMatchObject([409, { code: 'requisites_erased' }]);
    });
  });
});

test.each([
  ['=1+1', "'=1+1"],
  ['+7 916', "'+7 916"],
  ['@sum', "'@sum"],
  ['-5,00', '-5,00'],
  ['-cmd', "'-cmd"],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
])('a cell %s of the CSV is %s', (text, cell) => {
  expect(formatCell(text)).toBe(cell);
});
