import { Fragment, type ReactNode } from 'react';
import type { OperatorPair } from '#core/contract/operator/pairs.ts';
import { renderCells, TableHead } from '../../account/list/table/ListTable.tsx';
import { RATE_TABLE, type RateContext } from './rateTable.tsx';

/** A page of the pairs as a table, with the form of the edited value below its row. */
export function RateRows({
  pairs,
  context,
  caption,
  isOutdated,
  renderEditor,
}: {
  pairs: readonly OperatorPair[];
  context: RateContext;
  caption: string;
  /** Whether another list is loading. */
  isOutdated: boolean;
  renderEditor: (pair: OperatorPair) => ReactNode;
}) {
  const { className, columns } = RATE_TABLE;
  return (
    <table className={`list-table ${className}`} aria-busy={isOutdated}>
      <caption className="visually-hidden">{caption}</caption>
      <TableHead columns={columns} />
      <tbody>
        {pairs.map(pair => (
          <Fragment key={pair.code}>
            <tr>{renderCells(columns, ' amount numeric', ({ render }) => render(pair, context))}</tr>
            {context.edited?.code === pair.code && (
              <tr className="row-detail">
                <td colSpan={columns.length}>{renderEditor(pair)}</td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
