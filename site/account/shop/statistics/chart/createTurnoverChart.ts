import uPlot from 'uplot';
import { drawLastLine, drawPoint, readPalette } from './drawing.ts';
import 'uplot/dist/uPlot.min.css';
import './chart.css';

/** Data of the chart: one column for each label. `turnover` and `conversion` have no values for future days. */
export interface ChartData {
  labels: readonly string[];
  /** USD. */
  turnover: readonly number[];
  /** Percent; null without claims. */
  conversion: readonly (number | null)[];
}

/** Chart of turnover and, on the same time axis below it, conversion. */
export interface TurnoverChart {
  destroy(): void;
}

const TURNOVER_HEIGHT_PX = 200;
const CONVERSION_HEIGHT_PX = 124;
const AXIS_WIDTH_PX = 52;
/** Space that a label of the time axis needs. */
const MIN_LABEL_WIDTH_PX = 44;
const MAX_COLUMN_WIDTH_PX = 40;

const countFormat = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 });

/** The unit of the turnover's axis, so that its labels stay short. */
export const getTurnoverUnit = (highest: number): { factor: number; text: string } =>
  highest >= 10_000_000
    ? { factor: 1_000_000, text: 'млн\u00a0$' }
    : highest >= 10_000
      ? { factor: 1_000, text: 'тыс.\u00a0$' }
      : { factor: 1, text: '$' };

/** The conversion's scale: whole tens around the values, at least 20 wide. */
function getConversionRange(values: readonly (number | null)[]): [number, number] {
  const known = values.filter(value => value !== null);
  if (known.length === 0) return [0, 100];
  const max = Math.min(100, Math.ceil(Math.max(...known) / 10) * 10 + 10);
  const min = Math.max(0, Math.floor(Math.min(...known) / 10) * 10 - 10);
  return max - min < 20 ? [Math.max(0, max - 20), Math.max(20, max)] : [min, max];
}

/** The axis below the plots. Labels that do not fit are left out. */
const createTimeAxis = (labels: readonly string[], font: string, stroke: () => string): uPlot.Axis => ({
  size: 28,
  gap: 8,
  font,
  stroke,
  grid: { show: false },
  ticks: { show: false },
  splits: plot => {
    const width = plot.bbox.width / devicePixelRatio;
    const step = Math.max(1, Math.ceil((labels.length * MIN_LABEL_WIDTH_PX) / Math.max(width, 1)));
    return labels.flatMap((_, index) => (index % step === 0 ? [index] : []));
  },
  values: (_, splits) => splits.map(index => labels[index] ?? ''),
});

/** Pads the values of the first columns to all columns. */
const padColumns = (values: readonly (number | null)[], count: number) =>
  Array.from({ length: count }, (_, index) => values[index] ?? null);

/**
 * Draws the chart into `host`, as wide as that, also when its width or the medium changes. `onHover` gets the column
 * under the pointer, null when it leaves.
 */
export function createTurnoverChart(
  host: HTMLElement,
  { labels, turnover, conversion }: ChartData,
  onHover: (index: number | null) => void,
): TurnoverChart {
  let palette = readPalette(host);
  const count = labels.length;
  const last = turnover.length - 1;
  const columns = labels.map((_, index) => index);
  const highest = Math.max(0, ...turnover);
  const unit = getTurnoverUnit(highest);
  const sync = uPlot.sync(`turnover-${Math.random()}`);

  const drawLastColumn = (plot: uPlot) => drawLastLine(plot, last, palette);
  const drawLastPoint = (plot: uPlot) => drawPoint(plot, last, conversion[last] ?? null, palette);
  const valueAxis = (formatValue: (value: number) => string, space: number): uPlot.Axis => ({
    size: AXIS_WIDTH_PX,
    gap: 10,
    space,
    font: palette.font,
    stroke: () => palette.label,
    grid: { stroke: () => palette.line, width: 1 },
    ticks: { show: false },
    values: (_, splits) => splits.map(formatValue),
  });
  const timeAxis = createTimeAxis(labels, palette.font, () => palette.label);
  const drawColumns = uPlot.paths.bars?.({ size: [0.45, MAX_COLUMN_WIDTH_PX] });
  const columnSeries = (getFill: () => string): uPlot.Series => ({
    fill: getFill,
    width: 0,
    points: { show: false },
    ...(drawColumns && { paths: drawColumns }),
  });
  const shared = (height: number) => ({
    width: host.clientWidth,
    height,
    legend: { show: false },
    cursor: {
      sync: { key: sync.key, setSeries: false },
      drag: { x: false, y: false },
      y: false,
      points: { show: false },
    },
  });
  const xScale: uPlot.Scale = { time: false, range: [-0.5, count - 0.5] };

  const turnoverPlot = new uPlot(
    {
      ...shared(TURNOVER_HEIGHT_PX),
      padding: [8, 8, 8, 0],
      scales: { x: xScale, y: { range: [0, highest === 0 ? 1 : highest * 1.05] } },
      axes: [{ show: false }, valueAxis(value => countFormat.format(value / unit.factor), 36)],
      series: [{}, columnSeries(() => palette.column), columnSeries(() => palette.accent)],
      hooks: {
        draw: [drawLastColumn],
        setCursor: [plot => onHover(plot.cursor.idx ?? null)],
      },
    },
    [
      columns,
      padColumns(
        turnover.map((value, index) => (index === last ? null : value)),
        count,
      ),
      padColumns(
        turnover.map((value, index) => (index === last ? value : null)),
        count,
      ),
    ],
    host,
  );
  const conversionPlot = new uPlot(
    {
      ...shared(CONVERSION_HEIGHT_PX),
      padding: [8, 8, 0, 0],
      scales: { x: xScale, y: { range: getConversionRange(conversion) } },
      axes: [timeAxis, valueAxis(value => countFormat.format(value), 24)],
      series: [{}, { stroke: () => palette.text, width: 2, points: { size: 5, fill: () => palette.text } }],
      hooks: { draw: [drawLastColumn, drawLastPoint] },
    },
    [columns, padColumns(conversion, count)],
    host,
  );
  const plots = [turnoverPlot, conversionPlot];
  for (const plot of plots) sync.sub(plot);

  const resizing = new ResizeObserver(() => {
    if (host.clientWidth === 0 || host.clientWidth === turnoverPlot.width) return;
    for (const plot of plots) plot.setSize({ width: host.clientWidth, height: plot.height });
  });
  resizing.observe(host);
  const media = ['print', '(prefers-color-scheme: light)'].map(query => matchMedia(query));
  const repaint = () => {
    palette = readPalette(host);
    for (const plot of plots) plot.redraw(false, true);
  };
  for (const one of media) one.addEventListener('change', repaint);
  return {
    destroy() {
      resizing.disconnect();
      for (const one of media) one.removeEventListener('change', repaint);
      for (const plot of plots) {
        sync.unsub(plot);
        plot.destroy();
      }
    },
  };
}
