import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createLogger, logRequests } from '#server/platform/logger.ts';

/** A logger that writes to memory. */
function createMemoryLog(level: Parameters<typeof createLogger>[0] = 'info') {
  const text: string[] = [];
  const log = createLogger(level, { write: line => void text.push(line) });
  return { log, text, lines: () => text.map(line => JSON.parse(line) as Record<string, unknown>) };
}

test('writes one line per request: method, pattern, status, time and the client’s request id', async () => {
  const { log, lines } = createMemoryLog();
  const app = new Hono().use(logRequests(log)).get('/claim/:id/status/', c => c.text('ok'));
  const response = await app.request('/claim/0b6f/status/?promocode=SECRET');
  const [line, ...more] = lines();
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    level: 'info',
    msg: 'request',
    method: 'GET',
    route: '/claim/:id/status/',
    status: 200,
    id: response.headers.get('x-request-id'),
  });
  expect(line?.ms).toBeTypeOf('number');
  expect(line?.time).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test('logs all errors of an AggregateError', () => {
  const { log, lines } = createMemoryLog();
  const errors = [new Error('first host'), Object.assign(new Error('second host'), { code: '28P01' })];
  log.error({ err: new AggregateError(errors, 'no host') }, 'failed');
  expect(lines()[0]).toMatchObject({
    err: {
      message: 'no host',
      errors: [{ message: 'first host' }, { message: 'second host', code: '28P01' }],
    },
  });
});

test('logs the complete pattern of a mounted route', async () => {
  const { log, lines } = createMemoryLog();
  const app = new Hono().use(logRequests(log)).route(
    '/api/v1',
    new Hono().get('/pair/:from/:to/', c => c.text('ok')),
  );
  app.all('/api/*', c => c.text('', 404));
  await app.request('/api/v1/pair/1/2/');
  await app.request('/api/v1/person@example.com/');
  expect(lines().map(line => line.route)).toEqual(['/api/v1/pair/:from/:to/', '/api/*']);
});

test('an error logs message and stack without row data', () => {
  const { log, text, lines } = createMemoryLog();
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(person@example.com)',
  });
  log.error({ err: new Error('create failed', { cause }) }, 'a request failed');
  expect(lines()[0]?.err).toMatchObject({
    message: 'create failed',
    stack: expect.stringContaining('log.test.ts'),
    cause: { message: 'duplicate key', code: '23505' },
  });
  expect(text.join()).not.toContain('person@example.com');
});

test('logs only failing health probes', async () => {
  const { log, lines } = createMemoryLog();
  let status: 200 | 503 = 200;
  const app = new Hono().use(logRequests(log)).get('/healthz', c => c.text('', status));
  await app.request('/healthz');
  expect(lines()).toEqual([]);
  status = 503;
  await app.request('/healthz');
  expect(lines()).toHaveLength(1);
});
