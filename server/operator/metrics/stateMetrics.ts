import { statfs } from 'node:fs/promises';
import type { Registry } from 'prom-client';
import type { ServerContext } from '#server/notifications/context.ts';
import { addGauge } from './gauge.ts';

/** Registers the gauges of the exchange as a whole: readiness, maintenance, disk. */
export function registerStateGauges(registry: Registry, context: ServerContext): void {
  addGauge(registry, {
    name: 'razmen_ready',
    help: '1 if the database can be written within two seconds, as for /healthz; else 0',
    async collect() {
      this.set((await context.checkHealth()) ? 1 : 0);
    },
  });
  addGauge(registry, {
    name: 'razmen_maintenance',
    help: '1 while the exchange is closed for maintenance; else 0',
    collect() {
      this.set(context.catalogue.getMaintenance().tech ? 1 : 0);
    },
  });
  addGauge(registry, {
    name: 'razmen_data_dir_free_bytes',
    help: 'Free space of the disk of DATA_DIR, for the user of the server',
    async collect() {
      const disk = await statfs(context.config.dataDir).catch(() => null);
      if (disk) this.set(disk.bavail * disk.bsize);
      else this.remove();
    },
  });
}
