import type { Logger } from 'pino';
import type { MaintenanceStatus } from '#core/contract/siteSettings.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ReserveRow } from '#server/platform/database/catalogueRows.ts';
import type { SettingName, ExchangeSettings } from './exchangeSettings.ts';
import { readCatalogueSnapshot, type Currency, type CatalogueSnapshot } from './catalogueSnapshot.ts';
import { createBackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import { refreshSnapshot } from './catalogueUse.ts';

/** The cached catalogue. The creation of a claim compares it with the database first (`readCreationFacts`). */
export interface Catalogue {
  /** The current snapshot. */
  getSnapshot: () => CatalogueSnapshot;
  /** In display order. */
  readonly currencies: readonly Currency[];
  getCurrency: (id: number) => Currency | undefined;
  /** By code or alias in any case. */
  findCurrencyByCode: (text: string) => Currency | undefined;
  getSetting: <Name extends SettingName>(name: Name) => ExchangeSettings[Name];
  getReserve: (id: number) => ReserveRow | undefined;
  /** Whether the exchange is closed for maintenance; `until` an ISO instant or null. */
  getMaintenance: () => MaintenanceStatus;
  /** Reloads if the database has changed. */
  reload: () => Promise<void>;
  /** Whether this process has written since the last reload. */
  hasOwnWrites: () => boolean;
  /** Reloads only if this process has written since, so that its own writes are visible at once. */
  reloadAfterOwnWrites: () => Promise<void>;
  /** Polls for changes of other processes until stopped. */
  startPolling: () => void;
  stopPolling: () => Promise<void>;
}

/** Poll interval, milliseconds: an operator's change applies within a second. */
const CATALOGUE_POLL_INTERVAL_MS = 400;

/** Loads the catalogue. Throws if the database cannot be read. */
export async function openCatalogue(database: Database, log: Logger): Promise<Catalogue> {
  const { db, countWrites } = database;
  let seenWrites = countWrites();
  let current = await readCatalogueSnapshot(db);
  let currenciesByCode = indexCurrenciesByCode(current);
  let currentReload: Promise<void> | null = null;
  let isFailing = false;
  logInvalidRows(current);

  /** Logs invalid rows once, until they change. */
  function logInvalidRows({ invalidSettings, invalidRows }: CatalogueSnapshot, previous?: CatalogueSnapshot) {
    if (invalidSettings.length > 0 && invalidSettings.join() !== previous?.invalidSettings.join())
      log.error({ settings: invalidSettings }, 'invalid settings are ignored');
    if (invalidRows.length > 0 && invalidRows.join() !== previous?.invalidRows.join())
      log.error(
        { rows: invalidRows },
        'invalid rows: their pairs are closed, their promocodes, aliases and search words are ignored',
      );
  }

  async function reloadIfChanged() {
    const writesBefore = countWrites();
    const next = await refreshSnapshot(db, current);
    if (next.currencies !== current.currencies) {
      logInvalidRows(next, current);
      currenciesByCode = indexCurrenciesByCode(next);
    }
    current = next;
    seenWrites = writesBefore;
  }

  /**
   * Reloads run one at a time. A caller during a reload waits for the next one, because the current one may have read
   * an earlier state.
   */
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
    await reload();
    isFailing = false;
  }

  const polling = createBackgroundJob('catalogue', CATALOGUE_POLL_INTERVAL_MS, poll, error => {
    if (!isFailing) log.error({ err: error }, 'the catalogue cannot be read: using the previous one');
    isFailing = true;
  });

  const hasOwnWrites = () => countWrites() !== seenWrites;
  return {
    getSnapshot: () => current,
    get currencies() {
      return current.currencies;
    },
    getCurrency: id => current.byId.get(id),
    findCurrencyByCode: text => currenciesByCode.get(text.trim().toUpperCase()),
    getSetting: name => current.settings[name],
    getReserve: id => current.reserves.get(id),
    getMaintenance: () => current.settings.tech,
    reload,
    hasOwnWrites,
    async reloadAfterOwnWrites() {
      if (hasOwnWrites()) await reload();
    },
    startPolling: polling.start,
    async stopPolling() {
      await polling.stop();
      await currentReload?.catch(() => undefined);
    },
  };
}

function indexCurrenciesByCode({ currencies }: CatalogueSnapshot): Map<string, Currency> {
  const codes = new Map<string, Currency>();
  for (const currency of currencies)
    for (const alias of currency.aliases)
      if (!codes.has(alias.toUpperCase())) codes.set(alias.toUpperCase(), currency);
  // A code takes precedence over another currency's alias.
  for (const currency of currencies) codes.set(currency.code, currency);
  return codes;
}
