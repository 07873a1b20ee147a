import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { app } from './app.ts';
import { addresses, banner } from './banner.ts';
import { expiry } from './claims/expiry.ts';
import * as config from './config.ts';
import { operator } from './demo/operator.ts';
import * as exchanges from './exchange.ts';
import { app as frontApp } from './front/app.ts';
import * as backends from './front/backend.ts';
import { behind } from './front/source.ts';
import { listen } from './listen.ts';
import { take } from './lock.ts';
import { open as openLog } from './log.ts';
import { post } from './mail/delivery.ts';
import { transport } from './mail/transport.ts';
import { StartError } from './database/error.ts';
import { sweeper } from './verification/sweep.ts';
import { open as openHost, type Host } from './web/host.ts';
import { own } from './web/source.ts';

/** Running requests have this long to end after the signal, milliseconds. */
const GRACE = 10_000;

/** What is wrong with the surroundings, not with the program: its message says it in one line. */
const expected = [config.ConfigError, StartError];

/** What was opened, the last first: closing goes this way, also when a later step of the start has failed. */
const opened: (() => unknown)[] = [];

async function close(): Promise<void> {
  for (const end of opened.splice(0).reverse()) await end();
}

async function start(): Promise<void> {
  const settings = config.read(process.env);
  const log = openLog(settings.logLevel);
  // Several servers may share a PostgreSQL, a folder is one server's; a front end keeps no exchange in it.
  if (settings.databaseUrl === null && settings.apiOrigin === null)
    opened.push(take(settings.dataDir).release);
  const host = await openHost(settings, fileURLToPath(new URL('..', import.meta.url)), log);
  opened.push(host.stop);
  const { apiOrigin } = settings;
  const handler =
    apiOrigin === null ? await exchange(settings, log, host) : front({ ...settings, apiOrigin }, log, host);
  const server = await listen(handler, settings);
  opened.push(() => server.stop(GRACE));

  if (process.stdout.isTTY) console.log(banner(settings));
  else log.info(addresses(settings), 'open');
  if (!host.built) log.warn('site and widget are not built: run npm run build, then start again');
  await host.compress();
}

/** The exchange itself, with everything that works beside the requests. */
async function exchange(settings: config.Config, log: Logger, host: Host): Promise<Hono> {
  const running = await exchanges.open(settings, log);
  opened.push(running.close);
  running.context.form = host.form;
  host.begin(own(running.context));
  const sweep = expiry(running.context);
  sweep.start();
  opened.push(sweep.stop);
  const photos = sweeper(running.context);
  photos.start();
  opened.push(photos.stop);
  const letters = post(running.context, transport(settings));
  letters.start();
  opened.push(letters.stop);
  if (settings.operator === 'demo') {
    const demo = operator(running.context);
    demo.start();
    opened.push(demo.stop);
  }
  return app(running.context, host.pages);
}

/** The front end before another exchange: nothing is opened but the way there. */
function front(settings: config.Config & { apiOrigin: string }, log: Logger, host: Host): Hono {
  const backend = backends.open(settings, log);
  opened.push(backend.close);
  host.begin(behind(backend));
  return frontApp(settings, log, backend, host.pages);
}

let stopping = false;
async function stop(signal: NodeJS.Signals): Promise<void> {
  // Whoever asks twice does not want to wait.
  if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143);
  stopping = true;
  await close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
// `npm start` holds the other end of this channel: when it is killed, the server stops as well.
process.once('disconnect', () => void stop('SIGTERM'));
process.channel?.unref();

try {
  await start();
} catch (error) {
  const mendable = expected.some(kind => error instanceof kind);
  console.error(mendable ? (error as Error).message : error);
  await close();
  process.exit(1);
}
