import type { Logger } from 'pino';
import type { Tech } from '#core/contract/calculator.ts';
import type { Database } from '../database/database.ts';
import type { PairRow, ReserveRow } from '../database/schema.ts';
import type { SettingName, Settings } from './settings.ts';
import { pairKey, read, version, type Currency, type Snapshot } from './snapshot.ts';

/** The catalogue in memory. Reads answer from it; a claim reads the database (`snapshot.read` in its transaction). */
export interface Catalogue {
  /** All of it as of one moment. */
  snapshot: () => Snapshot;
  /** In the order to show. */
  readonly currencies: readonly Currency[];
  currency: (id: number) => Currency | undefined;
  /** By code or alias in any case. */
  byCode: (text: string) => Currency | undefined;
  /** What the operator set for the pair, if anything. */
  pairSettings: (fromId: number, toId: number) => PairRow | undefined;
  setting: <Name extends SettingName>(name: Name) => Settings[Name];
  reserve: (id: number) => ReserveRow | undefined;
  /** Whether the exchange is closed for maintenance; `until` an ISO instant or null. */
  tech: () => Tech;
  /** Looks at the database, reads anew what has changed. */
  reload: () => Promise<void>;
  /** The same, but only when this process has written something since: own writes are never answered stale. */
  fresh: () => Promise<void>;
  /** Looks for changes of others until stopped. */
  start: () => void;
  stop: () => Promise<void>;
}

/** Milliseconds between two looks at what others have changed: an operator's change is seen within a second. */
const EVERY = 400;

/** Reads the catalogue into memory. Throws when the database cannot be read. */
export async function open(database: Database, log: Logger, every = EVERY): Promise<Catalogue> {
  const { db, writes } = database;
  let seen = writes();
  let current = await read(db);
  let codes = index(current);
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;
  let failing = false;
  warn(current);

  /** Says what cannot be used, once, until it is something else. */
  function warn({ broken, spoilt }: Snapshot, before?: Snapshot) {
    if (broken.length > 0 && broken.join() !== before?.broken.join())
      log.error({ settings: broken }, 'settings that cannot be read count as not set');
    if (spoilt.length > 0 && spoilt.join() !== before?.spoilt.join())
      log.error(
        { rows: spoilt },
        'rows that cannot be read: pairs are closed, promocodes and aliases unknown',
      );
  }

  async function look() {
    const count = writes();
    if ((await version(db)) !== current.version) {
      const next = await read(db);
      if (next.version >= current.version) {
        warn(next, current);
        current = next;
        codes = index(next);
      }
    }
    seen = count;
  }

  /** One look at a time; who comes during one waits for the next, since that one may have read too early. */
  async function reload(): Promise<void> {
    if (running) {
      await running.catch(() => undefined);
      if (running === null) return reload();
      return running;
    }
    running = look().finally(() => (running = null));
    return running;
  }

  async function poll() {
    try {
      await reload();
      failing = false;
    } catch (error) {
      if (!failing) log.error({ err: error }, 'the catalogue cannot be read; the last one is kept');
      failing = true;
    }
    if (!stopped) timer = setTimeout(() => void poll(), every).unref();
  }

  return {
    snapshot: () => current,
    get currencies() {
      return current.currencies;
    },
    currency: id => current.byId.get(id),
    byCode: text => codes.get(text.trim().toUpperCase()),
    pairSettings: (fromId, toId) => current.pairs.get(pairKey(fromId, toId)),
    setting: name => current.settings[name],
    reserve: id => current.reserves.get(id),
    tech: () => current.settings.tech,
    reload,
    async fresh() {
      if (writes() !== seen) await reload();
    },
    start() {
      stopped = false;
      timer = setTimeout(() => void poll(), every).unref();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running?.catch(() => undefined);
    },
  };
}

function index({ currencies }: Snapshot): Map<string, Currency> {
  const codes = new Map<string, Currency>();
  for (const one of currencies)
    for (const alias of one.aliases) if (!codes.has(alias.toUpperCase())) codes.set(alias.toUpperCase(), one);
  // A code goes before another currency's alias.
  for (const one of currencies) codes.set(one.code, one);
  return codes;
}
