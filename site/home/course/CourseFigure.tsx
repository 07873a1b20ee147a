import { useState, type PointerEvent } from 'react';
import type { HistoryPeriod } from '#core/contract/course/courseHistory.ts';
import { createTimeFormat, formatTimeOfDay } from '#core/timeFormat.ts';
import type { CourseView, ViewPoint } from './courseView.ts';

/** Rows of the table: enough to follow the line, and few enough to listen to. */
const TABLE_ROWS = 12;

/** Size of the drawing, which is stretched to the width of the page. */
const [WIDTH, HEIGHT] = [1000, 200];

const formatMoment = createTimeFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** The course now with its change, the line over the period, its extremes, and the same as a table. */
export function CourseFigure({
  view,
  period,
  periodTitle,
  isOutdated,
}: {
  view: CourseView;
  period: HistoryPeriod;
  periodTitle: string;
  /** Whether another period is loading. */
  isOutdated: boolean;
}) {
  const [hovered, setHovered] = useState<ViewPoint | null>(null);
  const formatTime = (at: number) => (period === '24h' ? formatTimeOfDay : formatMoment)(at);
  const { base, price, change, lowest, highest, points, lines, startedAt, isClosed } = view;
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure className="course-figure" aria-busy={isOutdated}>
      <figcaption className="course-head">
        <p className="course-now numeric">
          {base}&nbsp;=&nbsp;<b>{price}</b>
        </p>
        <p className="course-change numeric">
          {hovered
            ? `${formatTime(hovered.at)}: ${hovered.price}`
            : change && `${change.price} (${change.percent}) за ${periodTitle}`}
        </p>
      </figcaption>
      <CourseChart view={view} hovered={hovered} onHover={setHovered} />
      {first && last && (
        <p className="course-times meta" aria-hidden="true">
          <span>{periodTitle} назад</span>
          <span>сейчас</span>
        </p>
      )}
      <dl className="course-extremes numeric">
        <div>
          <dt>Минимум</dt>
          <dd>{lowest}</dd>
        </div>
        <div>
          <dt>Максимум</dt>
          <dd>{highest}</dd>
        </div>
      </dl>
      <div className="course-notes meta">
        {isClosed && <p>Сейчас обмен закрыт: показан последний курс.</p>}
        {startedAt !== null && <p>Записываем курс с {formatMoment(startedAt)}: раньше данных нет.</p>}
        {lines.length > 1 && <p>Разрыв линии — время, когда обмен был закрыт или курс не записан.</p>}
      </div>
      {points.length > 1 && <CourseTable points={points} base={base} formatTime={formatTime} />}
    </figure>
  );
}

function CourseChart({
  view: { lines, points },
  hovered,
  onHover,
}: {
  view: CourseView;
  hovered: ViewPoint | null;
  onHover: (point: ViewPoint | null) => void;
}) {
  const marked = hovered ?? points.at(-1);
  const handlePointer = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onHover(findNearest(points, (event.clientX - left) / width));
  };
  return (
    <div
      className="course-chart"
      aria-hidden="true"
      onPointerMove={handlePointer}
      onPointerDown={handlePointer}
      onPointerLeave={() => onHover(null)}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        {lines.map(line => (
          <path key={line[0]?.at} d={createPath(line)} />
        ))}
      </svg>
      {marked && <i style={{ left: `${marked.x * 100}%`, top: `${marked.y * 100}%` }} />}
    </div>
  );
}

/** A line through the points; a dot for a single one, by the round ends of the line. */
const createPath = (line: readonly ViewPoint[]): string =>
  `M${line.map(({ x, y }) => `${(x * WIDTH).toFixed(1)} ${(y * HEIGHT).toFixed(1)}`).join('L')}${line.length === 1 ? 'h0' : ''}`;

function findNearest(points: readonly ViewPoint[], x: number): ViewPoint | null {
  return points.reduce<ViewPoint | null>(
    (nearest, point) =>
      nearest === null || Math.abs(point.x - x) < Math.abs(nearest.x - x) ? point : nearest,
    null,
  );
}

function CourseTable({
  points,
  base,
  formatTime,
}: {
  points: readonly ViewPoint[];
  base: string;
  formatTime: (at: number) => string;
}) {
  const step = Math.ceil(points.length / TABLE_ROWS);
  // From the newest.
  const rows = points.toReversed().filter((_, index) => index % step === 0);
  return (
    <details className="course-table">
      <summary>Показать таблицей</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Время</th>
            <th scope="col">Цена за {base}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, price }) => (
            <tr key={at}>
              <th scope="row">{formatTime(at)}</th>
              <td className="numeric">{price}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
