import { Counter, type Registry } from 'prom-client';
import { selectKeyGaps } from '#server/exchange/requisites/addressKeys.ts';
import { OPEN_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { EventListeners } from '#server/platform/serverEvents.ts';
import { cacheRead } from './cachedRead.ts';
import { addGauge } from './gauge.ts';

/** Registers the counter of created claims, and returns its listener. */
export function createClaimListener(registry: Registry) {
  const created = new Counter({
    name: 'razmen_claims_created_total',
    help: 'Claims that this process has created, without those of the simulator',
    registers: [registry],
  });
  return { claimCreated: () => created.inc() } satisfies Partial<EventListeners>;
}

/** Counts the open claims by status. It reads only the index `claims_status`, and no closed claims. */
export function countOpenClaims(db: Db) {
  return db
    .selectFrom('claims')
    .select(({ fn }) => ['status', fn.countAll<bigint>().as('count')])
    .where('status', 'in', OPEN_STATUSES)
    .groupBy('status');
}

/** Registers the gauge of open claims. */
export function registerClaimGauge(registry: Registry, { healthDb, log }: ServerContext): void {
  const readCounts = cacheRead(() => countOpenClaims(healthDb).execute(), log);
  addGauge(registry, {
    name: 'razmen_claims',
    help: 'Open claims by status',
    labelNames: ['status'],
    async collect() {
      const rows = await readCounts();
      this.reset();
      if (!rows) return;
      for (const status of OPEN_STATUSES) this.set({ status }, 0);
      for (const { status, count } of rows) this.set({ status }, Number(count));
    },
  });
}

/** Registers the gauge of unpaid addresses. `key` is a number, because metrics contain no requisite. */
export function registerAddressGauge(registry: Registry, { healthDb, log }: ServerContext): void {
  const readGaps = cacheRead(() => selectKeyGaps(healthDb).execute(), log);
  addGauge(registry, {
    name: 'razmen_unpaid_addresses',
    help: 'Addresses of an extended public key that claims have got since its last paid one',
    labelNames: ['key'],
    async collect() {
      const rows = await readGaps();
      this.reset();
      for (const { id, gap } of rows ?? []) this.set({ key: String(id) }, Number(gap));
    },
  });
}
