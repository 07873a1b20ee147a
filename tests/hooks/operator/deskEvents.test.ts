// @vitest-environment node
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createApiClient } from '#core/api/client.ts';
import type { DeskChange } from '#core/contract/operator/today/deskEvents.ts';
import { createDeskEvents } from '#site/operator/events/deskEvents.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

/** A server with streams under the test's control, and the events of a tab that uses it. */
async function openDesk() {
  const clock = createFakeClock(0);
  const streams: ServerResponse[] = [];
  const tokens: (string | undefined)[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    tokens.push(request.headers.authorization);
    response.writeHead(status, { 'content-type': 'text/event-stream' });
    if (status !== 200) return void response.end();
    streams.push(response.flushHeaders() ?? response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const api = createApiClient({ base: `http://127.0.0.1:${port}`, clock });
  const events = createDeskEvents({ ...api, authorize: send => send({ authorization: 'Bearer token' }) });
  const changes: (DeskChange | null)[] = [];
  events.subscribe(change => void changes.push(change));
  return {
    clock,
    events,
    streams,
    tokens,
    changes,
    refuseWith: (code: number) => void (status = code),
    send: (stream: number, text: string) => streams[stream]?.write(`${text}\n\n`),
    [Symbol.asyncDispose]: async () => {
      events.setVisible(false);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const CHANGE = { isWorkChanged: true, claims: ['c-1'] };

test('announces the changes of a stream, and polls less often meanwhile', async () => {
  await using desk = await openDesk();
  const { events, changes, tokens } = desk;
  expect(events.polling.interval).toMatchObject({ firstMs: 10_000, maxMs: 10_000 });
  events.setVisible(true);
  // The connection has begun.
  await vi.waitFor(() => expect(changes).toEqual([null]));
  expect([tokens, events.polling.interval.firstMs]).toEqual([['Bearer token'], 30_000]);
  desk.send(0, `event: change\ndata: ${JSON.stringify(CHANGE)}`);
  await vi.waitFor(() => expect(changes).toEqual([null, CHANGE]));
  events.setVisible(false);
  expect([changes.at(-1), events.polling.interval.firstMs]).toEqual([null, 10_000]);
});

test('replaces a connection without a sign of life, not one with beats', async () => {
  await using desk = await openDesk();
  const { clock, events, changes, streams } = desk;
  events.setVisible(true);
  await vi.waitFor(() => expect(changes).toHaveLength(1));
  await clock.advance(40_000);
  desk.send(0, `event: beat\ndata: \n\nevent: change\ndata: ${JSON.stringify(CHANGE)}`);
  await vi.waitFor(() => expect(changes).toHaveLength(2));
  await clock.advance(40_000);
  expect(streams).toHaveLength(1);
  await clock.advance(5_000);
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  await vi.waitFor(() => expect(changes.slice(2)).toEqual([null, null]));
});

test('asks again a minute after a refusal, and three seconds after the end of a stream', async () => {
  await using desk = await openDesk();
  const { clock, events, tokens, streams, changes } = desk;
  desk.refuseWith(403);
  events.setVisible(true);
  await vi.waitFor(() => expect(tokens).toHaveLength(1));
  // The refusal has no timer of the library.
  await new Promise(resolve => setTimeout(resolve, 3_500));
  expect([tokens.length, changes]).toEqual([1, []]);
  desk.refuseWith(200);
  await clock.advance(60_000);
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  await vi.waitFor(() => expect(changes).toEqual([null]));
  streams[0]?.end();
  await vi.waitFor(() => expect(streams).toHaveLength(2), { timeout: 10_000 });
  await vi.waitFor(() => expect(changes).toEqual([null, null, null]));
});
