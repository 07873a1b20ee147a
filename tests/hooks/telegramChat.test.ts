import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApiClient, type ApiClient } from '#core/api/client.ts';
import { useTelegramChat } from '#site/claim/changeAlerts/telegram/useTelegramChat.ts';

const CLAIM = { id: '00000000-0000-4000-8000-000000000001', secret: 'secret' };

const LINK = { url: 'https://t.me/razmen_test_bot?start=token', expiresAt: '2026-11-26T12:15:00.000Z' };

/** A request without a response yet. */
interface HeldRequest {
  method: string;
  answer: (body: object) => void;
}

let held: HeldRequest[] = [];
/** Pending calls of the client, oldest first, by method. */
let calls: { method: string; call: Promise<unknown> }[] = [];
let api: ApiClient;

beforeEach(() => {
  held = [];
  calls = [];
  vi.spyOn(window, 'open').mockReturnValue(null);
  const client = createApiClient({
    base: 'http://exchange.test',
    fetch: (_address, init) =>
      new Promise(resolve => {
        const method = init?.method ?? 'GET';
        held.push({ method, answer: body => resolve(Response.json(body)) });
      }),
  });
  api = {
    ...client,
    call(schema, path, options) {
      const call = client.call(schema, path, options);
      calls.push({ method: options?.method ?? 'GET', call });
      return call;
    },
  };
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function answerNext(method: string, body: object): Promise<void> {
  await waitFor(() => expect(held.map(call => call.method)).toContain(method));
  const take = <T extends { method: string }>(list: T[]) =>
    list.splice(
      list.findIndex(entry => entry.method === method),
      1,
    )[0];
  await act(async () => {
    take(held)?.answer(body);
    await take(calls)?.call;
  });
}

/** The visitor returns to the page. */
const returnToPage = () => act(() => document.dispatchEvent(new Event('visibilitychange')));

async function renderDisconnectedChat() {
  const { result } = renderHook(() => useTelegramChat(api, CLAIM));
  await answerNext('GET', { connected: false });
  expect(result.current.chat.phase).toBe('off');
  return result;
}

test('a slow refresh is waited for, not repeated', async () => {
  const result = await renderDisconnectedChat();
  await returnToPage();
  await returnToPage();
  expect(held).toHaveLength(1);
  await answerNext('GET', { connected: true });
  expect(result.current.chat.phase).toBe('on');
  // The next one is possible again.
  await returnToPage();
  await answerNext('GET', { connected: false });
  expect(result.current.chat.phase).toBe('off');
});

test('a press discards the refresh before it, and is not discarded by one after it', async () => {
  const result = await renderDisconnectedChat();
  await returnToPage();
  let connecting: Promise<void> | undefined;
  act(() => {
    connecting = result.current.connect();
  });
  await returnToPage();
  expect(held.map(({ method }) => method)).toEqual(['GET', 'POST']);
  await answerNext('GET', { connected: true });
  expect(result.current.chat.phase).toBe('off');
  await answerNext('POST', LINK);
  await connecting;
  expect(result.current.chat).toEqual({ phase: 'waiting', link: LINK });
});
