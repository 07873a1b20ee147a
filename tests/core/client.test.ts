import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as calculator from '#core/api/calculator.ts';
import * as clients from '#core/api/client.ts';
import { ApiError } from '#core/api/error.ts';
import { fake, settled } from './clock.ts';

type Answer = (init: RequestInit, url: string) => Response | Promise<Response>;

function rig(...answers: Answer[]) {
  const clock = fake();
  const asked: { url: string; init: RequestInit }[] = [];
  const client = clients.create({
    base: 'https://api.example',
    clock,
    fetch: async (url, init) => {
      asked.push({ url, init });
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      if (!answer) throw new Error('no answer');
      return answer(init, url);
    },
  });
  return { client, clock, asked };
}

const gone: Answer = () => Promise.reject(new TypeError('fetch failed'));
const silent: Answer = init =>
  new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  () =>
    Response.json(body, { status, headers });

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('a call', () => {
  it('answers what the schema reads, numbers as text', async () => {
    const { client, asked } = rig(json({ course: 81.42, quote: 'q' }));
    const course = await calculator.course(client, 1, 3, { promocode: 'A&B' });
    expect(course).toMatchObject({ course: '81.42', quote: 'q', verificationCourse: null });
    expect(asked[0]?.url).toBe('https://api.example/api/v1/calculator/course/1/3/?promocode=A%26B');
    expect(asked[0]?.init.credentials).toBe('omit');
  });

  it('asks again for a GET that found no connection, and tells when there is none', async () => {
    const { client, clock, asked } = rig(gone, json({ tech: false }));
    const answer = calculator.tech(client);
    await clock.advance(1_000);
    expect(await answer).toEqual({ tech: false, until: null });
    expect(asked).toHaveLength(2);

    const down = rig(gone);
    const error = failure(calculator.tech(down.client));
    await down.clock.advance(10_000);
    expect(await error).toMatchObject({ name: 'ApiError', kind: 'network', code: 'network', status: 0 });
    expect(down.asked).toHaveLength(3);
    expect((await error).cause).toBeInstanceOf(Error);
  });

  it('sends a POST once, whatever happens to it', async () => {
    const { client, clock, asked } = rig(gone);
    const error = failure(client.call(v.unknown(), '/x/', { method: 'POST', body: {} }));
    await clock.advance(30_000);
    expect((await error).unknown).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it('waits ten seconds and no longer', async () => {
    const { client, clock, asked } = rig(silent);
    const error = failure(calculator.tech(client));
    await clock.advance(9_900);
    expect(asked[0]?.init.signal?.aborted).toBe(false);
    await clock.advance(200);
    expect(await error).toMatchObject({ kind: 'timeout', code: 'timeout' });
    expect(asked).toHaveLength(1);
  });

  it('counts the answer’s body into the time limit', async () => {
    const slow: Answer = init => {
      const body = new ReadableStream({
        start(controller) {
          init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        },
      });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    };
    const { client, clock } = rig(slow);
    const error = failure(calculator.tech(client));
    await clock.advance(10_100);
    expect((await error).kind).toBe('timeout');
  });

  it('is called off by its signal, with the signal’s reason', async () => {
    const { client } = rig(silent);
    const controller = new AbortController();
    const answer = calculator.tech(client, { signal: controller.signal });
    const caught = answer.catch((error: unknown) => error);
    await settled();
    controller.abort('other pair');
    expect(await caught).toBe('other pair');
  });

  it('names the place of an unexpected answer and not its value', async () => {
    const { client } = rig(json({ course: '-5', secret: 'do not show' }));
    const error = await failure(calculator.course(client, 1, 3));
    expect(error).toMatchObject({ kind: 'shape', code: 'server_error' });
    expect(error.message).toContain('course');
    expect(error.message).not.toContain('-5');
  });

  it('takes a page of HTML for no answer of the API', async () => {
    const { client } = rig(() => new Response('<html>Вход в сеть</html>', { status: 200 }));
    expect((await failure(calculator.tech(client))).kind).toBe('shape');
  });
});

describe('a refusal', () => {
  it('carries fields, codes and the limit', async () => {
    const body = { fromSumma: ['Меньше минимума'], codes: { fromSumma: 'amount_min' }, limit: '50.00' };
    const { client, asked } = rig(json(body, 400));
    const error = await failure(calculator.pair(client, 1, 2));
    expect(error).toMatchObject({
      kind: 'http',
      status: 400,
      codes: body.codes,
      limit: '50.00',
      unknown: false,
    });
    expect(error.fields).toEqual({ fromSumma: ['Меньше минимума'] });
    expect(asked).toHaveLength(1);
  });

  it.each([
    [429, { 'retry-after': '40' }, 'too_many_requests', 40],
    [429, { 'retry-after': 'Mon, 02 Mar 2026 09:01:00 GMT' }, 'too_many_requests', 60],
    [404, {}, 'not_found', null],
    [500, {}, 'server_error', null],
  ] as const)('%i %j → %s', async (status, headers, code, retryAfter) => {
    const { client } = rig(json({}, status, headers));
    expect(await failure(calculator.tech(client))).toMatchObject({ kind: 'http', status, code, retryAfter });
  });

  it('does not ask a closed server again before Retry-After', async () => {
    const { client, asked } = rig(json({ code: 'maintenance' }, 503, { 'retry-after': '600' }));
    expect(await failure(calculator.tech(client))).toMatchObject({ code: 'maintenance', retryAfter: 600 });
    expect(asked).toHaveLength(1);
  });
});
