import { beforeEach, describe, expect, test } from 'vitest';
import { relaxedLimits } from '../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../support/testServer.ts';
import { openAccount, type AccountBrowser } from './accounts/support/accountBrowser.ts';
import { listApiCalls, type ApiCall } from './fuzz/support/apiCalls.ts';
import { createShopOwner } from './shop/support/shopClient.ts';

/** The parameters of a period. */
const DAY_NAMES = ['date_from', 'date_to'];

/** Days that are none, and days before and after those that the exchange can have. */
const REFUSED_DAYS = [
  '0000-01-01',
  '1969-12-31',
  '2019-12-31',
  '2020-02-30',
  '2101-01-01',
  '9999-12-31',
  '+010000-01-01',
  '-000001-01-01',
  '2026-11-01T00:00:00Z',
  '2026-11',
  '20261101',
  '1',
  '٢٠٢٦-١١-٠١',
];

forEachDatabase(startServer => {
  describe('query parameters', () => {
    let calls: ApiCall[];
    let browser: AccountBrowser;
    let headers: (path: string) => Record<string, string>;
    let webhookId: string;

    const testServer = createBeforeEach(() => startServer(relaxedLimits));
    beforeEach(async () => {
      const document = await (await testServer.get('/api/openapi.json')).json();
      calls = listApiCalls(document as Parameters<typeof listApiCalls>[0]).filter(
        ({ method }) => method === 'GET',
      );
      browser = await openAccount(testServer);
      const owner = createShopOwner(browser);
      const { key } = await owner.addKey({ mode: 'live' });
      webhookId = (await owner.addWebhook({ url: 'https://93.184.216.34/hook' })).id;
      headers = path => ({
        authorization: `Bearer ${path.startsWith('/api/v1/shop/') ? key : browser.access}`,
      });
    });

    const request = async (path: string, query: string) => {
      const address = path
        .replace('{id}', path.includes('webhooks') ? webhookId : '1')
        .replace(/\{\w+\}/g, '1');
      const response = await testServer.get(`${address}?${query}`, headers(path));
      return { status: response.status, text: await response.text() };
    };
    const listQueryNames = ({ parameters }: ApiCall) =>
      parameters.filter(parameter => parameter.in === 'query').map(({ name }) => name);

    test('a day outside of 2020 to 2100 is a 400 that names it', async () => {
      const dated = calls.filter(call => DAY_NAMES.every(name => listQueryNames(call).includes(name)));
      expect(dated.length).toBeGreaterThan(8);
      for (const { path } of dated)
        for (const name of DAY_NAMES) {
          // A period that includes no other day.
          for (const day of ['2020-01-01', '2100-12-31'])
            expect([
              path,
              (await request(path, DAY_NAMES.map(each => `${each}=${day}`).join('&'))).status,
            ]).toEqual([path, 200]);
          for (const day of REFUSED_DAYS) {
            const { status, text } = await request(path, `${name}=${encodeURIComponent(day)}`);
            expect([path, name, day, status]).toEqual([path, name, day, 400]);
            expect((JSON.parse(text) as { codes: object }).codes).toEqual({ [name]: 'body_invalid' });
          }
        }
    });

    test('the OpenAPI document describes each one that a call reads', async () => {
      const names = new Set(calls.flatMap(listQueryNames));
      expect(names.size).toBeGreaterThan(15);
      const readAndDescribed: string[] = [];
      const readOnly: string[] = [];
      for (const call of calls) {
        const described = listQueryNames(call);
        const { status } = await request(call.path, '');
        for (const name of names)
          if ((await request(call.path, `${name}=%01`)).status !== status)
            (described.includes(name) ? readAndDescribed : readOnly).push(`${call.path}: ${name}`);
      }
      // The probe is seen where a parameter is read.
      expect(readAndDescribed.length).toBeGreaterThan(50);
      expect(readOnly).toEqual([]);
    });
  });
});
