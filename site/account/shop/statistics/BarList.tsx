import type { ReactNode } from 'react';
import { formatCount } from '#core/account/shop/statisticsNumbers.ts';
import { formatTurnover } from './statisticsText.ts';
import { Bar } from './VisitorPath.tsx';

/** Maximum number of shown rows; the file has all. */
const MAX_SHOWN_ROWS = 20;

/** Rows with a bar for their turnover, the largest first. */
export function BarList<Row extends { key: string; turnover: string }>({
  rows,
  getName,
  renderFigures,
}: {
  rows: readonly Row[];
  getName: (row: Row) => string;
  renderFigures: (row: Row) => ReactNode;
}) {
  const most = Math.max(...rows.map(({ turnover }) => Number(turnover)));
  return (
    <>
      <ul className="bar-list breakdown">
        {rows.slice(0, MAX_SHOWN_ROWS).map(row => (
          <li key={row.key}>
            <span className="bar-name">{getName(row)}</span>
            <b className="numeric">{formatTurnover(row.turnover)}</b>
            <small className="numeric">{renderFigures(row)}</small>
            <Bar share={most === 0 ? 0 : Number(row.turnover) / most} />
          </li>
        ))}
      </ul>
      {rows.length > MAX_SHOWN_ROWS && (
        <p className="form-hint">
          Показаны {MAX_SHOWN_ROWS} из {formatCount(rows.length)}. Все строки есть в CSV.
        </p>
      )}
    </>
  );
}
