import { retryDelay } from '#core/retry.ts';
import {
  combineJobs,
  createAbortableJob,
  type BackgroundJob,
  type StopSignals,
} from '#server/platform/jobs/backgroundJob.ts';
import type { ServerContext } from '../context.ts';
import { createLease } from '#server/platform/database/lease.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createLeasedJob } from '#server/platform/jobs/leasedJob.ts';
import { createTokenBucket } from '#server/platform/limits/tokenBucket.ts';
import { answerUpdate, readUpdateOffset } from './answerUpdate.ts';
import { createMessageSender } from './deliverMessages.ts';
import { TelegramError } from './telegramApi.ts';
import type { TelegramBot } from './telegramBot.ts';

/** Interval at which the bot's name is requested, as @BotFather may change it, milliseconds. */
const NAME_INTERVAL_MS = 60_000;

/** Time between two waits for updates, milliseconds, to limit the load if each request is answered at once. */
const UPDATES_INTERVAL_MS = 250;

const DELIVERY_INTERVAL_MS = 500;

/** Time from a failure to the next run, milliseconds: doubled with each further failure. */
const BACKOFF = { firstMs: 1_000, maxMs: 60_000 };

/** Limit of a chat's answers to messages without an effect: three at once, then one a minute. */
const ANSWER_BUDGET = { capacity: 3, rate: 1, period: 60_000 };

/** Waits for messages to the bot, and answers them. Returns the number of updates. */
export function createUpdateReceiver(
  context: ServerContext,
  { api, id }: TelegramBot,
): (signal: AbortSignal) => Promise<number> {
  const takeAnswer = createTokenBucket(ANSWER_BUDGET, context.elapsed);
  return async signal => {
    const offset = await readUpdateOffset(context, id);
    const updates = await api.getUpdates(offset, signal);
    for (const update of updates)
      await answerUpdate(context, id, update, chatId => takeAnswer(String(chatId)) === 0);
    return updates.length;
  };
}

/**
 * Creates the jobs of the bot. Each process requests the bot's name. Only one of the processes on the same PostgreSQL
 * database receives and sends: Telegram allows only one to wait for updates.
 */
export function createTelegramJobs(
  context: ServerContext,
  bot: TelegramBot,
  database: Pick<Database, 'db' | 'dialect'>,
): BackgroundJob {
  const { log } = context;
  const receive = createUpdateReceiver(context, bot);
  const send = createMessageSender(context, bot.api);
  const messageJobs = combineJobs([
    createTelegramJob(log, 'telegram_updates', UPDATES_INTERVAL_MS, ({ stopping }) => receive(stopping)),
    createTelegramJob(log, 'telegram_messages', DELIVERY_INTERVAL_MS, send),
  ]);
  return combineJobs([
    createTelegramJob(log, 'telegram_name', NAME_INTERVAL_MS, ({ stopping }) => bot.learnName(stopping)),
    database.dialect === 'sqlite'
      ? messageJobs
      : createLeasedJob({ database, lease: createLease('telegram'), job: messageJobs, log }),
  ]);
}

/** Creates a job with backoff. The first of several equal failures is logged. A stop aborts its calls. */
function createTelegramJob(
  log: ServerContext['log'],
  name: string,
  intervalMs: number,
  run: (signals: StopSignals) => Promise<unknown>,
): BackgroundJob {
  let failureCount = 0;
  let delayMs = intervalMs;
  let lastFailure = '';
  return createAbortableJob(
    name,
    () => delayMs,
    async signals => {
      await run(signals).catch((error: unknown) => {
        if (!signals.stopping.aborted) throw error;
      });
      failureCount = 0;
      delayMs = intervalMs;
      lastFailure = '';
    },
    error => {
      const retryAfter = error instanceof TelegramError ? error.retryAfter : null;
      delayMs = retryDelay({ retryAfter }, failureCount++, BACKOFF);
      const failure = String(error);
      // An error of the database is logged in full. Of a Telegram error only the message may be logged.
      if (failure !== lastFailure)
        log.error(
          error instanceof TelegramError ? { job: name, reason: error.message } : { job: name, err: error },
          'Cannot work with Telegram: retrying',
        );
      lastFailure = failure;
    },
    { runsAtStart: true },
  );
}
