import { Counter, Histogram, type Registry } from 'prom-client';
import type { Database } from '#server/platform/database/database.ts';
import type { EventListeners } from '#server/platform/serverEvents.ts';
import { addGauge } from './gauge.ts';

/** Upper limits of the buckets, seconds. PostgreSQL ends statements and waits after 3 to 4 seconds. */
const DATABASE_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5];

/** Registers the metrics of the driver, and returns their listeners. */
export function createDatabaseListeners(registry: Registry) {
  const registers = [registry];
  const transactions = new Histogram({
    name: 'razmen_database_transaction_duration_seconds',
    help: 'Duration of transactions, without the wait for a connection',
    labelNames: ['outcome'],
    buckets: DATABASE_BUCKETS,
    registers,
  });
  const connectionWaits = new Histogram({
    name: 'razmen_database_connection_wait_seconds',
    help: 'Wait for a connection; on SQLite for the turn to write',
    labelNames: ['pool'],
    buckets: DATABASE_BUCKETS,
    registers,
  });
  const lockWaits = new Histogram({
    name: 'razmen_database_lock_wait_seconds',
    help: 'Duration of statements that lock names, rows or a reserve; on SQLite the wait for another process',
    buckets: DATABASE_BUCKETS,
    registers,
  });
  const lockTimeouts = new Counter({
    name: 'razmen_database_lock_timeouts_total',
    help: 'Statements that were given up because a lock was not free in time',
    registers,
  });
  const retries = new Counter({
    name: 'razmen_database_transaction_retries_total',
    help: 'Transactions that were repeated, by SQLSTATE of the failure',
    labelNames: ['sqlstate'],
    registers,
  });
  const failures = new Counter({
    name: 'razmen_database_connection_failures_total',
    help: 'Connections that broke while idle or used, or that could not be opened',
    labelNames: ['state'],
    registers,
  });
  for (const state of ['idle', 'used', 'connecting']) failures.inc({ state }, 0);
  return {
    transactionEnded: ({ outcome, seconds }) => transactions.observe({ outcome }, seconds),
    connectionAwaited: ({ pool, seconds }) => connectionWaits.observe({ pool }, seconds),
    lockAwaited: ({ seconds }) => lockWaits.observe(seconds),
    lockTimedOut: () => lockTimeouts.inc(),
    transactionRetried: ({ sqlstate }) => retries.inc({ sqlstate }),
    connectionFailed: ({ state }) => failures.inc({ state }),
  } satisfies Partial<EventListeners>;
}

/** Registers the gauges of the connections for requests and jobs. */
export function registerPoolGauges(registry: Registry, getUsage: Database['getPoolUsage']): void {
  addGauge(registry, {
    name: 'razmen_database_connections',
    help: 'Open connections by pool and state; SQLite has one for writes',
    labelNames: ['pool', 'state'],
    collect() {
      for (const { pool, used, idle } of getUsage()) {
        this.set({ pool, state: 'used' }, used);
        this.set({ pool, state: 'idle' }, idle);
      }
    },
  });
  addGauge(registry, {
    name: 'razmen_database_connections_max',
    help: 'Largest number of connections of a pool',
    labelNames: ['pool'],
    collect() {
      for (const { pool, max } of getUsage()) this.set({ pool }, max);
    },
  });
  addGauge(registry, {
    name: 'razmen_database_connections_awaited',
    help: 'Transactions and statements that wait for a connection; on SQLite for their turn to write',
    labelNames: ['pool'],
    collect() {
      for (const { pool, waiting } of getUsage()) this.set({ pool }, waiting);
    },
  });
}
