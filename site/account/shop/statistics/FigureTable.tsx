import { foldEmptyRows } from '#core/account/shop/statisticsNumbers.ts';
import type { StatisticsGroup } from '#core/contract/account/shop.ts';
import { GROUP_TITLES, formatPeriods, formatRowPeriod } from './statisticsText.ts';
import './periodTable.css';

/** A column of figures; `name` is the class of its cells. */
export type FigureColumn<Row> = readonly [name: string, heading: string, getText: (row: Row) => string];

/** Figures of periods as a table, the latest first; on phones two lines each. It scrolls by itself. */
export function FigureTable<Row extends { key: string }>({
  rows,
  group,
  columns,
  hasFigures,
}: {
  rows: readonly Row[];
  group: StatisticsGroup;
  columns: readonly FigureColumn<Row>[];
  /** Rows without figures are folded. */
  hasFigures: (row: Row) => boolean;
}) {
  return (
    // The focus makes it scroll by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      className="period-table"
      role="region"
      aria-label={`Таблица ${GROUP_TITLES[group].toLowerCase()}`}
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Период</th>
            {columns.map(([name, heading]) => (
              <th key={name} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {foldEmptyRows(rows.toReversed(), hasFigures).map(({ rows: run, isEmpty }) =>
            isEmpty ? (
              <EmptyPeriod key={run[0]?.key} rows={run} group={group} span={columns.length} />
            ) : (
              run.map(row => <PeriodRow key={row.key} row={row} group={group} columns={columns} />)
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Periods without figures, the latest first, as one row. */
function EmptyPeriod({
  rows,
  group,
  span,
}: {
  rows: readonly { key: string }[];
  group: StatisticsGroup;
  /** Number of columns. */
  span: number;
}) {
  return (
    <tr className="empty-period">
      <th scope="row">{formatPeriods(rows.at(-1)?.key ?? '', rows[0]?.key ?? '', group)}</th>
      <td colSpan={span}>ничего не было</td>
    </tr>
  );
}

function PeriodRow<Row extends { key: string }>({
  row,
  group,
  columns,
}: {
  row: Row;
  group: StatisticsGroup;
  columns: readonly FigureColumn<Row>[];
}) {
  return (
    <tr>
      <th scope="row">{formatRowPeriod(row.key, group)}</th>
      {columns.map(([name, heading, getText]) => (
        <td key={name} className={`numeric ${name}`} data-label={heading.toLowerCase()}>
          {getText(row)}
        </td>
      ))}
    </tr>
  );
}
