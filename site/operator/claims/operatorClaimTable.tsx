import type { OperatorClaim } from '#core/contract/operator/claims.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { formatCreatedAt } from '../../account/list/claimText.ts';
import { PairNames } from '../../account/list/PairNames.tsx';
import type { ListColumn, TableDefinition } from '../../account/list/table/ListTable.tsx';
import { getStatusLabel, getStatusTone, isExchange } from '../../claim/claimStatusText.ts';
import { ClaimLink } from '../ClaimLink.tsx';
import { getReasonText } from '../deskTexts.ts';
import '../../account/applications/claimTable.css';

/** `now`: this device's time, milliseconds. */
interface RowContext {
  now: number;
}

const COLUMNS: readonly ListColumn<OperatorClaim, RowContext>[] = [
  {
    name: 'claim-number',
    heading: 'Заявка',
    render: (claim, { now }) => (
      <span data-row="">
        <ClaimLink claim={claim} />
        <small className="numeric">{formatCreatedAt(claim.createdAt, now)}</small>
      </span>
    ),
  },
  {
    name: 'claim-pair',
    heading: 'Направление',
    kind: 'pair',
    render: ({ from, to, email }) => (
      <PairNames from={from} to={to}>
        {email}
      </PairNames>
    ),
  },
  {
    name: 'claim-sent',
    heading: 'Приходит',
    kind: 'amount',
    render: ({ from, fromSumma }) => formatMoney(fromSumma, from.currency),
  },
  {
    name: 'claim-received',
    heading: 'Уходит',
    kind: 'amount',
    render: ({ to, toSumma }) => <b>{formatMoney(toSumma, to.currency)}</b>,
  },
  {
    name: 'claim-status',
    heading: 'Статус',
    render: ({ status, reason, holder }) => (
      <>
        <span className="status" data-tone={getStatusTone(status)}>
          {getStatusLabel(status)}
        </span>
        <small>
          {[reason && getReasonText(reason), holder && (holder.isMe ? 'у вас' : holder.name)]
            .filter(Boolean)
            .join(', ')}
        </small>
      </>
    ),
  },
];

/** The table of all claims. */
export const OPERATOR_CLAIM_TABLE: TableDefinition<OperatorClaim, RowContext> = {
  className: 'claim-table operator-claims',
  columns: COLUMNS,
  getKey: ({ id }) => id,
  loadingText: 'Загружаем заявки',
  isExchange: ({ status }) => isExchange(status),
};
