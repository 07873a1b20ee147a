import type uPlot from 'uplot';

const AXIS_FONT_PX = 13;
const POINT_RADIUS_PX = 4;

/** Colours of the chart, and the font of its axes. */
export interface Palette {
  text: string;
  label: string;
  line: string;
  edge: string;
  accent: string;
  column: string;
  font: string;
}

/** Reads the page's current colours for the chart. They differ in print. */
export function readPalette(host: HTMLElement): Palette {
  const style = getComputedStyle(host);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: read('--text'),
    label: read('--text-3'),
    line: read('--line'),
    edge: read('--edge'),
    accent: read('--accent'),
    column: read('--chart-column'),
    font: `${AXIS_FONT_PX}px ${read('--font')}`,
  };
}

/** Draws the line of zero, and a dashed line through a column. */
export function drawLastLine(plot: uPlot, column: number, { edge }: Palette): void {
  const { ctx, bbox } = plot;
  const [left, bottom] = [Math.round(plot.valToPos(column, 'x', true)), bbox.top + bbox.height];
  ctx.save();
  ctx.strokeStyle = edge;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, bottom);
  ctx.lineTo(bbox.left + bbox.width, bottom);
  ctx.stroke();
  ctx.setLineDash([2 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(left, 0);
  ctx.lineTo(left, bottom);
  ctx.stroke();
  ctx.restore();
}

/** Draws a dot at the value of a column. */
export function drawPoint(plot: uPlot, column: number, value: number | null, { text }: Palette): void {
  if (value === null) return;
  const { ctx } = plot;
  ctx.save();
  ctx.fillStyle = text;
  ctx.beginPath();
  const [left, top] = [plot.valToPos(column, 'x', true), plot.valToPos(value, 'y', true)];
  ctx.arc(left, top, POINT_RADIUS_PX * devicePixelRatio, 0, 2 * Math.PI);
  ctx.fill();
  ctx.restore();
}
