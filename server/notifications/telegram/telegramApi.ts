import * as v from 'valibot';
import { downloadBytes, SourceError } from '#server/exchange/courses/prices/download.ts';
import { getSystemErrorCode } from '#server/platform/startError.ts';
import type { TelegramSettings } from '#server/platform/config/telegramSettings.ts';

/** Timeout of a call, milliseconds. That of `getUpdates` also includes its wait. */
const CALL_TIMEOUT_MS = 10_000;

/** How long Telegram waits for new updates, seconds. */
const UPDATES_WAIT_S = 25;

/** Maximum number of updates of a response: with the longest texts it is still below the limit of a download. */
const MAX_UPDATES = 20;

/** Maximum pause that is accepted from Telegram, seconds. */
const MAX_RETRY_AFTER_S = 3_600;

/** A call failed. The message contains neither the address, whose path is the bot's secret, nor a text of Telegram. */
export class TelegramError extends Error {
  override readonly name = 'TelegramError';
  /** `error_code` of Telegram; null if there was no usable response. */
  readonly status: number | null;
  /** Pause that Telegram requested, seconds; null if it requested none. */
  readonly retryAfter: number | null;
  /** Whether the bot cannot write to the chat: its owner has blocked the bot, or has never written to it. */
  readonly isUnreachable: boolean;

  constructor(
    reason: string,
    { status = null, retryAfter = null, isUnreachable = false }: Partial<TelegramRefusal> = {},
  ) {
    super(`The Bot API failed: ${reason}`);
    this.status = status;
    this.retryAfter = retryAfter;
    this.isUnreachable = isUnreachable;
  }
}

type TelegramRefusal = Pick<TelegramError, 'status' | 'retryAfter' | 'isUnreachable'>;

/** An update of the bot. `message` is checked where it is used: an invalid update must not block others. */
const Update = v.object({ update_id: v.pipe(v.number(), v.safeInteger()), message: v.optional(v.unknown()) });
export type TelegramUpdate = v.InferOutput<typeof Update>;

const Answer = v.variant('ok', [
  v.object({ ok: v.literal(true), result: v.unknown() }),
  v.object({
    ok: v.literal(false),
    error_code: v.number(),
    // Not logged: it may quote the message.
    description: v.optional(v.string(), ''),
    parameters: v.optional(v.object({ retry_after: v.optional(v.pipe(v.number(), v.minValue(1))) })),
  }),
]);

/** The calls of the Bot API that the exchange uses. Each rejects with TelegramError; `signal` aborts it. */
export interface TelegramApi {
  /** Returns the bot's name, without @. */
  getMe: (signal: AbortSignal) => Promise<string>;
  /** Waits for updates from this id on, up to 25 seconds, and confirms those before it. */
  getUpdates: (offset: number, signal: AbortSignal) => Promise<TelegramUpdate[]>;
  /** Sends plain text. */
  sendMessage: (chatId: bigint, text: string, signal: AbortSignal) => Promise<void>;
}

/** Creates the client of a bot. Responses of more than 1 MB fail, redirects too: the token goes to one origin. */
export function createTelegramApi({ token, apiOrigin }: TelegramSettings): TelegramApi {
  async function call<T>(
    method: string,
    { body, signal, waitMs = 0 }: { body: object; signal: AbortSignal; waitMs?: number },
    schema: v.GenericSchema<unknown, T>,
  ): Promise<T> {
    const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS + waitMs);
    const text = await downloadBytes(
      `${apiOrigin}/bot${token}/${method}`,
      AbortSignal.any([signal, timeout]),
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
      },
    ).then(String, (error: unknown) => {
      if (error instanceof SourceError && error.body !== '') return error.body;
      throw new TelegramError(timeout.aborted ? 'timeout' : describeFailure(error));
    });
    return parseAnswer(schema, text);
  }

  return {
    async getMe(signal) {
      const Bot = v.object({ username: v.pipe(v.string(), v.regex(/^\w{1,64}$/)) });
      return (await call('getMe', { body: {}, signal }, Bot)).username;
    },
    getUpdates: (offset, signal) =>
      call(
        'getUpdates',
        {
          body: { offset, limit: MAX_UPDATES, timeout: UPDATES_WAIT_S, allowed_updates: ['message'] },
          signal,
          waitMs: UPDATES_WAIT_S * 1_000,
        },
        v.array(Update),
      ),
    async sendMessage(chatId, text, signal) {
      const body = { chat_id: Number(chatId), text, link_preview_options: { is_disabled: true } };
      await call('sendMessage', { body, signal }, v.object({ message_id: v.number() }));
    },
  };
}

function parseAnswer<T>(schema: v.GenericSchema<unknown, T>, text: string): T {
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), Answer), text);
  if (!answer.success) throw new TelegramError('invalid response');
  if (!answer.output.ok) {
    const { error_code: status, description, parameters } = answer.output;
    const wanted = parameters?.retry_after;
    const retryAfter = wanted === undefined ? null : Math.min(wanted, MAX_RETRY_AFTER_S);
    const isUnreachable = status === 403 || (status === 400 && /chat not found/i.test(description));
    throw new TelegramError(`error ${status}`, { status, retryAfter, isUnreachable });
  }
  const result = v.safeParse(schema, answer.output.result);
  if (!result.success) throw new TelegramError('invalid result');
  return result.output;
}

/** Describes the failure in own words or as a system code. Messages of `fetch` may contain the address. */
function describeFailure(error: unknown): string {
  if (error instanceof SourceError) return error.message;
  return (error instanceof Error && getSystemErrorCode(error.cause)) || 'no connection';
}
