import { Gauge, type GaugeConfiguration, type Registry } from 'prom-client';

/** A gauge whose value `collect` sets when Prometheus reads it. */
type ReadGauge<Label extends string> = Omit<GaugeConfiguration<Label>, 'registers' | 'collect'> &
  Required<Pick<GaugeConfiguration<Label>, 'collect'>>;

/** Adds a gauge that is read at each scrape. */
export function addGauge<Label extends string>(registry: Registry, options: ReadGauge<Label>): void {
  registry.registerMetric(new Gauge<Label>({ ...options, registers: [] }));
}
