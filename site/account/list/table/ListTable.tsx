import { Fragment, type ReactNode } from 'react';
import { PairSkeleton } from '../PairNames.tsx';
import './listTable.css';

/** A column of a list. Its `kind` sets the alignment and the skeleton; the first column heads the rows. */
export interface ListColumn<Row, Context> {
  /** Class of the cells. */
  name: string;
  heading: ReactNode;
  kind?: 'text' | 'pair' | 'amount' | 'action';
  render: (row: Row, context: Context) => ReactNode;
}

/** Defines a list's table, with rows and as a skeleton. */
export interface TableDefinition<Row, Context> {
  className: string;
  columns: readonly ListColumn<Row, Context>[];
  getKey: (row: Row) => string;
  /** Shown to screen readers while the first page loads: «Загружаем заявки». */
  loadingText: string;
  /** Whether the claim of a row counts as an exchange; undefined if that is unknown. Only of claims. */
  isExchange?: (row: Row) => boolean | undefined;
}

/** Rows of the skeleton. */
const SKELETON_ROWS = [0, 1, 2, 3, 4, 5];

/** A page of a list as a table, on phones two lines a row. */
export function ListTable<Row, Context>({
  table: { className, columns, getKey, isExchange },
  rows,
  context,
  caption,
  isOutdated,
  renderDetail,
}: {
  table: TableDefinition<Row, Context>;
  rows: readonly Row[];
  /** What the cells need beside their row. */
  context: Context;
  caption: string;
  /** Whether another list is loading. */
  isOutdated: boolean;
  /** What is below a row, over its whole width. */
  renderDetail?: (row: Row) => ReactNode;
}) {
  return (
    <table className={`list-table ${className}`} aria-busy={isOutdated}>
      <caption className="visually-hidden">{caption}</caption>
      <TableHead columns={columns} />
      <tbody>
        {rows.map(row => {
          const detail = renderDetail?.(row);
          return (
            <Fragment key={getKey(row)}>
              <tr data-exchange={isExchange?.(row)}>
                {renderCells(columns, ' amount numeric', ({ render }) => render(row, context))}
              </tr>
              {detail && (
                <tr className="row-detail">
                  <td colSpan={columns.length}>{detail}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

/** The table while the first page loads, of the same sizes. */
export function ListTableSkeleton<Row, Context>({
  table: { className, columns, loadingText },
}: {
  table: TableDefinition<Row, Context>;
}) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {loadingText}
      </p>
      <table className={`list-table ${className}`} aria-hidden="true">
        <TableHead columns={columns} />
        <tbody>
          {SKELETON_ROWS.map(row => (
            <tr key={row}>{renderCells(columns, ' amount', renderSkeleton)}</tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const renderSkeleton = ({ kind = 'text' }: Pick<ListColumn<never, never>, 'kind'>): ReactNode =>
  kind === 'pair' ? <PairSkeleton /> : kind !== 'action' && <span className={`skeleton ${kind}`} />;

/** The cells of a row; the first one heads it. */
function renderCells<Row, Context>(
  columns: readonly ListColumn<Row, Context>[],
  amountClasses: string,
  renderCell: (column: ListColumn<Row, Context>) => ReactNode,
): ReactNode[] {
  return columns.map((column, index) => {
    const { name, kind } = column;
    const className = kind === 'amount' ? name + amountClasses : name;
    return index === 0 ? (
      <th key={name} scope="row" className={className}>
        {renderCell(column)}
      </th>
    ) : (
      <td key={name} className={className}>
        {renderCell(column)}
      </td>
    );
  });
}

/** The headings of the columns. */
function TableHead<Row, Context>({ columns }: Pick<TableDefinition<Row, Context>, 'columns'>) {
  return (
    <thead>
      <tr>
        {columns.map(({ name, heading, kind }) => (
          <th key={name} scope="col" className={kind === 'amount' ? kind : undefined}>
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  );
}
