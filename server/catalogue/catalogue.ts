import type { Logger } from 'pino';
import type { MaintenanceStatus } from '#core/contract/calculator.ts';
import type { Database } from '../database/database.ts';
import type { PairRow, ReserveRow } from '../database/schema.ts';
import type { SettingName, ExchangeSettings } from './exchangeSettings.ts';
import {
  formatPairKey,
  readCatalogueSnapshot,
  readCatalogueVersion,
  type Currency,
  type CatalogueSnapshot,
} from './catalogueSnapshot.ts';

/** The catalogue in memory. Reads answer from it; a claim reads the database (`readCatalogueSnapshot` in its transaction). */
export interface Catalogue {
  /** All of it as of one moment. */
  getSnapshot: () => CatalogueSnapshot;
  /** In the order to show. */
  readonly currencies: readonly Currency[];
  getCurrency: (id: number) => Currency | undefined;
  /** By code or alias in any case. */
  findCurrencyByCode: (text: string) => Currency | undefined;
  /** What the operator set for the pair, if anything. */
  getPairSettings: (fromId: number, toId: number) => PairRow | undefined;
  getSetting: <Name extends SettingName>(name: Name) => ExchangeSettings[Name];
  getReserve: (id: number) => ReserveRow | undefined;
  /** Whether the exchange is closed for maintenance; `until` an ISO instant or null. */
  getMaintenance: () => MaintenanceStatus;
  /** Looks at the database, reads anew what has changed. */
  reload: () => Promise<void>;
  /** The same, but only when this process has written something since: own writes are never answered stale. */
  reloadAfterOwnWrites: () => Promise<void>;
  /** Looks for changes of others until stopped. */
  startPolling: () => void;
  stopPolling: () => Promise<void>;
}

/** Milliseconds between two looks at what others have changed: an operator's change is seen within a second. */
const CATALOGUE_POLL_INTERVAL_MS = 400;

/** Reads the catalogue into memory. Throws when the database cannot be read. */
export async function openCatalogue(
  database: Database,
  log: Logger,
  pollIntervalMs = CATALOGUE_POLL_INTERVAL_MS,
): Promise<Catalogue> {
  const { db, countWrites } = database;
  let seenWrites = countWrites();
  let current = await readCatalogueSnapshot(db);
  let currenciesByCode = indexCurrenciesByCode(current);
  let currentReload: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = true;
  let isFailing = false;
  logInvalidRows(current);

  /** Says what cannot be used, once, until it is something else. */
  function logInvalidRows({ invalidSettings, invalidRows }: CatalogueSnapshot, previous?: CatalogueSnapshot) {
    if (invalidSettings.length > 0 && invalidSettings.join() !== previous?.invalidSettings.join())
      log.error({ settings: invalidSettings }, 'settings that cannot be read count as not set');
    if (invalidRows.length > 0 && invalidRows.join() !== previous?.invalidRows.join())
      log.error(
        { rows: invalidRows },
        'rows that cannot be read: pairs are closed, promocodes and aliases unknown',
      );
  }

  async function reloadIfChanged() {
    const writesBefore = countWrites();
    if ((await readCatalogueVersion(db)) !== current.version) {
      const next = await readCatalogueSnapshot(db);
      if (next.version >= current.version) {
        logInvalidRows(next, current);
        current = next;
        currenciesByCode = indexCurrenciesByCode(next);
      }
    }
    seenWrites = writesBefore;
  }

  /** One look at a time; who comes during one waits for the next, since that one may have read too early. */
  async function reload(): Promise<void> {
    if (currentReload) {
      await currentReload.catch(() => undefined);
      if (currentReload === null) return reload();
      return currentReload;
    }
    currentReload = reloadIfChanged().finally(() => (currentReload = null));
    return currentReload;
  }

  async function poll() {
    try {
      await reload();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'the catalogue cannot be read; the last one is kept');
      isFailing = true;
    }
    if (!isStopped) timer = setTimeout(() => void poll(), pollIntervalMs).unref();
  }

  return {
    getSnapshot: () => current,
    get currencies() {
      return current.currencies;
    },
    getCurrency: id => current.byId.get(id),
    findCurrencyByCode: text => currenciesByCode.get(text.trim().toUpperCase()),
    getPairSettings: (fromId, toId) => current.pairs.get(formatPairKey(fromId, toId)),
    getSetting: name => current.settings[name],
    getReserve: id => current.reserves.get(id),
    getMaintenance: () => current.settings.tech,
    reload,
    async reloadAfterOwnWrites() {
      if (countWrites() !== seenWrites) await reload();
    },
    startPolling() {
      isStopped = false;
      timer = setTimeout(() => void poll(), pollIntervalMs).unref();
    },
    async stopPolling() {
      isStopped = true;
      clearTimeout(timer);
      await currentReload?.catch(() => undefined);
    },
  };
}

function indexCurrenciesByCode({ currencies }: CatalogueSnapshot): Map<string, Currency> {
  const codes = new Map<string, Currency>();
  for (const currency of currencies)
    for (const alias of currency.aliases)
      if (!codes.has(alias.toUpperCase())) codes.set(alias.toUpperCase(), currency);
  // A code goes before another currency's alias.
  for (const currency of currencies) codes.set(currency.code, currency);
  return codes;
}
