import { useEffect, useMemo, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { formatPercent, getConversion } from '#core/account/shop/statisticsNumbers.ts';
import type { StatisticsGroup, StatisticsRow } from '#core/contract/account/shop.ts';
import { createLazyModule } from '#widget/lazy/lazyModule.ts';
import { LoadError } from '../../../live/LoadError.tsx';
import { formatRowPeriod, formatTick, formatTurnover } from './statisticsText.ts';

/** Loaded with the first figures: the page is usable without it. */
const lazyChart = createLazyModule(() => import('./chart/createTurnoverChart.ts'));

/** The chart of turnover and conversion; the figures under the pointer, else the last ones, are text beside it. */
export function ChartFigure({
  rows,
  futureDays,
  group,
}: {
  rows: readonly Pick<StatisticsRow, 'key' | 'turnover' | 'claims' | 'completed'>[];
  /** Days after the last row, which have no figures yet. */
  futureDays: readonly string[];
  group: StatisticsGroup;
}) {
  useSignals();
  const hostRef = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const chart = lazyChart.module.value;
  useEffect(() => void lazyChart.load(), []);
  // The rows are new objects with each refresh, but mostly equal.
  const dataText = JSON.stringify({
    labels: [...rows.map(({ key }) => key), ...futureDays].map(key => formatTick(key, group)),
    turnover: rows.map(({ turnover }) => Number(turnover)),
    conversion: rows.map(getConversion),
  });
  const unit = useMemo(
    () => chart?.getTurnoverUnit(Math.max(0, ...rows.map(({ turnover }) => Number(turnover)))).text ?? '$',
    [chart, rows],
  );
  useEffect(() => {
    if (!chart || !hostRef.current) return;
    const created = chart.createTurnoverChart(hostRef.current, JSON.parse(dataText), setHovered);
    return () => created.destroy();
  }, [chart, dataText]);
  const row = rows[hovered ?? rows.length - 1] ?? rows.at(-1);
  const conversion = row ? getConversion(row) : null;
  return (
    <figure className="statistics-chart">
      {row && (
        <figcaption className="chart-readout meta">
          <b>{formatRowPeriod(row.key, group)}</b>
          <span className="chart-key turnover numeric">оборот {formatTurnover(row.turnover)}</span>
          <span className="chart-key conversion numeric">
            {conversion === null ? 'заявок не было' : `конверсия ${formatPercent(conversion)}`}
          </span>
        </figcaption>
      )}
      <p className="chart-title meta" aria-hidden="true">
        Оборот, {unit}
      </p>
      <div className="turnover-chart" ref={hostRef} aria-hidden="true" data-ready={chart !== null} />
      <p className="chart-title conversion meta" aria-hidden="true">
        Конверсия, %
      </p>
      {lazyChart.hasFailed.value && (
        <LoadError code="network" role="status" onRetry={() => void lazyChart.load()} />
      )}
    </figure>
  );
}
