import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fetchCourse, fetchPair } from '#core/api/calculator.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { fetchMaintenanceStatus } from '#core/api/siteSettings.ts';
import { getMaintenanceCall } from '#core/contract/siteSettings.ts';
import { createApiClient } from '#core/api/client.ts';
import { ApiError } from '#core/api/apiError.ts';
import { createFakeClock, flushTasks } from '../../support/fakeClock.ts';

type StubResponse = (init: RequestInit, url: string) => Response | Promise<Response>;

function setupClient(...responses: StubResponse[]) {
  const clock = createFakeClock();
  const requests: { url: string; init: RequestInit }[] = [];
  const client = createApiClient({
    base: 'https://api.example',
    clock,
    fetch: async (url, init) => {
      requests.push({ url, init });
      const respond = responses[Math.min(requests.length, responses.length) - 1];
      if (!respond) throw new Error('no response');
      return respond(init, url);
    },
  });
  return { client, clock, requests };
}

const failConnection: StubResponse = () => Promise.reject(new TypeError('fetch failed'));
const neverRespond: StubResponse = init =>
  new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
const respondJson =
  (body: unknown, status = 200, headers: Record<string, string> = {}): StubResponse =>
  () =>
    Response.json(body, { status, headers });

async function expectApiError(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('a call', () => {
  it('parses the response by the schema, numbers as text', async () => {
    const { client, requests } = setupClient(respondJson({ course: 81.42, quote: 'q' }));
    const course = await fetchCourse(client, 1, 3, { promocode: 'A&B' });
    expect(course).toMatchObject({ course: '81.42', quote: 'q', verificationCourse: null });
    expect(requests[0]?.url).toBe('https://api.example/api/v1/calculator/course/1/3/?promocode=A%26B');
    expect(requests[0]?.init.credentials).toBe('omit');
  });

  it('retries a GET without a connection, then reports a network error', async () => {
    const { client, clock, requests } = setupClient(failConnection, respondJson({ tech: false }));
    const status = fetchMaintenanceStatus(client);
    await clock.advance(1_000);
    expect(await status).toEqual({ tech: false, until: null });
    expect(requests).toHaveLength(2);

    const down = setupClient(failConnection);
    const error = expectApiError(fetchMaintenanceStatus(down.client));
    await down.clock.advance(10_000);
    expect(await error).toMatchObject({ name: 'ApiError', kind: 'network', code: 'network', status: 0 });
    expect(down.requests).toHaveLength(3);
    expect((await error).cause).toBeInstanceOf(Error);
  });

  it('never retries a POST', async () => {
    const { client, clock, requests } = setupClient(failConnection);
    const error = expectApiError(client.call(v.unknown(), '/x/', { method: 'POST', body: {} }));
    await clock.advance(30_000);
    expect((await error).isOutcomeUnknown).toBe(true);
    expect(requests).toHaveLength(1);
  });

  it('times out after 10 s', async () => {
    const { client, clock, requests } = setupClient(neverRespond);
    const error = expectApiError(fetchMaintenanceStatus(client));
    await clock.advance(9_900);
    expect(requests[0]?.init.signal?.aborted).toBe(false);
    await clock.advance(200);
    expect(await error).toMatchObject({ kind: 'timeout', code: 'timeout' });
    expect(requests).toHaveLength(1);
  });

  it('includes the response body in the timeout', async () => {
    const slow: StubResponse = init => {
      const body = new ReadableStream({
        start(controller) {
          init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        },
      });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    };
    const { client, clock } = setupClient(slow);
    const error = expectApiError(fetchMaintenanceStatus(client));
    await clock.advance(10_100);
    expect((await error).kind).toBe('timeout');
  });

  it('rejects with the signal’s reason when aborted', async () => {
    const { client } = setupClient(neverRespond);
    const controller = new AbortController();
    const pending = sendCall(client, getMaintenanceCall, { signal: controller.signal });
    const caught = pending.catch((error: unknown) => error);
    await flushTasks();
    controller.abort('other pair');
    expect(await caught).toBe('other pair');
  });

  it('names the path of an invalid response field, not its value', async () => {
    const { client } = setupClient(respondJson({ course: '-5', secret: 'do not show' }));
    const error = await expectApiError(fetchCourse(client, 1, 3));
    expect(error).toMatchObject({ kind: 'shape', code: 'server_error' });
    expect(error.message).toContain('course');
    expect(error.message).not.toContain('-5');
  });

  it('rejects an HTML page as an invalid response', async () => {
    const { client } = setupClient(() => new Response('<html>Вход в сеть</html>', { status: 200 }));
    expect((await expectApiError(fetchMaintenanceStatus(client))).kind).toBe('shape');
  });
});

describe('a refusal', () => {
  it('carries fields, codes and the limit', async () => {
    const body = { fromSumma: ['Меньше минимума'], codes: { fromSumma: 'amount_min' }, limit: '50.00' };
    const { client, requests } = setupClient(respondJson(body, 400));
    const error = await expectApiError(fetchPair(client, 1, 2));
    expect(error).toMatchObject({
      kind: 'http',
      status: 400,
      codes: body.codes,
      limit: '50.00',
      isOutcomeUnknown: false,
    });
    expect(error.fields).toEqual({ fromSumma: ['Меньше минимума'] });
    expect(requests).toHaveLength(1);
  });

  it.each([
    [429, { 'retry-after': '40' }, 'too_many_requests', 40],
    [429, { 'retry-after': 'Mon, 02 Mar 2026 09:01:00 GMT' }, 'too_many_requests', 60],
    [404, {}, 'not_found', null],
    [500, {}, 'server_error', null],
  ] as const)('%i %j → %s', async (status, headers, code, retryAfter) => {
    const { client } = setupClient(respondJson({}, status, headers));
    expect(await expectApiError(fetchMaintenanceStatus(client))).toMatchObject({
      kind: 'http',
      status,
      code,
      retryAfter,
    });
  });

  it('does not retry during maintenance before Retry-After', async () => {
    const { client, requests } = setupClient(
      respondJson({ code: 'maintenance' }, 503, { 'retry-after': '600' }),
    );
    expect(await expectApiError(fetchMaintenanceStatus(client))).toMatchObject({
      code: 'maintenance',
      retryAfter: 600,
    });
    expect(requests).toHaveLength(1);
  });
});
