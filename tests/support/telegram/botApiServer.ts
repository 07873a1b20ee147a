import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The token of the tests' bot. It has the right format, but belongs to no bot. */
export const TEST_BOT_TOKEN = '123456:TEST-token_of-no-bot_0123456789abcdef';

/** The name of the bot of tests. */
export const TEST_BOT_NAME = 'razmen_test_bot';

/** Behaviour of a call: a response as Telegram sends it, or one of Telegram's failures. */
export type BotApiBehaviour =
  | 'accept'
  | { status: number; retryAfter?: number; description?: string }
  /** The connection stays open without a response. */
  | 'hang'
  /** A gateway's page. */
  | 'broken'
  | 'oversized'
  | 'redirect';

/** A message that the bot has sent. */
export interface SentMessage {
  chatId: number;
  text: string;
}

/** A local counterpart of the Bot API. */
export interface BotApiServer extends AsyncDisposable {
  origin: string;
  /** The accepted messages. */
  sent: SentMessage[];
  /** Number of calls refused because another one waits for updates. Telegram allows one at a time. */
  conflictCount: number;
  /** The methods of all calls. */
  calls: string[];
  /** The behaviour for each method; `accept` without an entry. */
  behaviours: Map<string, BotApiBehaviour>;
  /** The same for messages to one chat. */
  chatBehaviours: Map<number, BotApiBehaviour>;
  /** Somebody writes to the bot. Returns the id of the update. */
  write: (chatId: number, text: string, chatType?: string) => number;
  /** Adds an update of any shape. */
  addUpdate: (update: object) => number;
  /** The updates that the bot has not confirmed. */
  pendingIds: () => number[];
  /** The id that the next update gets. */
  nextUpdateId: number;
  /** Runs after a message is received and before it is accepted. */
  beforeAccept: () => Promise<void>;
}

/** Starts the counterpart on a free port, or on `port`. */
export async function openBotApi(port = 0): Promise<BotApiServer> {
  let updates: { update_id: number }[] = [];
  let wakeWaiting = () => {};
  let waitingCount = 0;

  async function getUpdates({ offset = 0, timeout = 0, limit = 100 }: Record<string, number | undefined>) {
    if (waitingCount > 0) {
      api.conflictCount++;
      return { ok: false, error_code: 409, description: 'Conflict' };
    }
    updates = updates.filter(({ update_id }) => update_id >= offset);
    if (updates.length === 0) {
      waitingCount++;
      const woken = Promise.withResolvers<void>();
      wakeWaiting = woken.resolve;
      const timer = setTimeout(woken.resolve, timeout * 1_000);
      await woken.promise;
      clearTimeout(timer);
      waitingCount--;
    }
    return { ok: true, result: updates.slice(0, limit) };
  }

  async function answer(method: string, body: Record<string, unknown>): Promise<object> {
    if (method === 'getMe')
      return { ok: true, result: { id: 123456, is_bot: true, username: TEST_BOT_NAME } };
    if (method === 'getUpdates') return getUpdates(body as Record<string, number>);
    await api.beforeAccept();
    api.sent.push({ chatId: Number(body.chat_id), text: String(body.text) });
    return { ok: true, result: { message_id: api.sent.length, text: body.text } };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += String(part);
    const body = JSON.parse(text || '{}') as Record<string, unknown>;
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    api.calls.push(method);
    const send = (status: number, content: object | string, headers = {}) =>
      response
        .writeHead(status, headers)
        .end(typeof content === 'string' ? content : JSON.stringify(content));
    if (token !== TEST_BOT_TOKEN)
      return void send(401, { ok: false, error_code: 401, description: 'Unauthorized' });
    const behaviour =
      (method === 'sendMessage' && api.chatBehaviours.get(Number(body.chat_id))) ||
      (api.behaviours.get(method) ?? 'accept');
    if (behaviour === 'hang') return;
    if (behaviour === 'broken') return void send(502, '<html>Bad gateway</html>');
    if (behaviour === 'oversized') return void send(200, `{"ok":true,"result":"${'x'.repeat(1_000_001)}"}`);
    if (behaviour === 'redirect')
      return void send(307, '', { location: `${api.origin}/elsewhere/bot${token}/${method}` });
    if (behaviour !== 'accept')
      return void send(behaviour.status, {
        ok: false,
        error_code: behaviour.status,
        description: behaviour.description ?? 'Refused',
        ...(behaviour.retryAfter !== undefined && { parameters: { retry_after: behaviour.retryAfter } }),
      });
    const stillOpen = () => !response.destroyed;
    // The waiting call has ended, so another one may wait.
    response.once('close', () => method === 'getUpdates' && wakeWaiting());
    const content = await answer(method, body);
    if (stillOpen()) send('error_code' in content ? 409 : 200, content);
  }

  const server = createServer((request, response) => void handle(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const api: BotApiServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: [],
    conflictCount: 0,
    calls: [],
    behaviours: new Map(),
    chatBehaviours: new Map(),
    nextUpdateId: 1_000,
    beforeAccept: () => Promise.resolve(),
    write: (chatId, text, type = 'private') =>
      api.addUpdate({
        message: { message_id: 1, date: 0, from: { id: chatId }, chat: { id: chatId, type }, text },
      }),
    addUpdate(update) {
      const update_id = api.nextUpdateId++;
      updates.push({ update_id, ...update });
      wakeWaiting();
      return update_id;
    },
    pendingIds: () => updates.map(({ update_id }) => update_id),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return api;
}
