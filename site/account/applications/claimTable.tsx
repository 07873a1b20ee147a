import { Link } from 'react-router';
import { isDetailedClaim, type AccountClaim } from '#core/contract/account/accountClaim.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { Icon } from '#widget/icons/Icon.tsx';
import { formatClaimCourse, formatCreatedAt } from '../list/claimText.ts';
import { getStatusLabel, getStatusTone, isExchange } from '../../claim/claimStatusText.ts';
import type { ListColumn, TableDefinition } from '../list/table/ListTable.tsx';
import { PairNames } from '../list/PairNames.tsx';
import type { RepeatActions } from './useRepeatDialog.tsx';
import './claimTable.css';

const RIGHT_ICON = 'M4 11h14m0 0-5.5-5.5M18 11l-5.5 5.5';
const REPEAT_ICON =
  'M5 10V8.5A2.5 2.5 0 0 1 7.5 6H18m0 0-3-3m3 3-3 3M17 12v1.5a2.5 2.5 0 0 1-2.5 2.5H4m0 0 3 3m-3-3 3-3';

/** What a row needs beside its claim. */
interface ClaimContext extends RepeatActions {
  /** This device's time, milliseconds. */
  now: number;
}

/** The columns of the account's claims. Another backend sends fewer fields. */
const COLUMNS: readonly ListColumn<AccountClaim, ClaimContext>[] = [
  {
    name: 'claim-number',
    heading: 'Заявка',
    render: ({ id, number, createdAt }, { now }) => (
      <>
        <Link className="numeric" to={getClaimPath(id)}>
          № {number ?? id}
        </Link>
        {createdAt !== null && <CreatedAt text={formatCreatedAt(createdAt, now)} />}
      </>
    ),
  },
  {
    name: 'claim-pair',
    heading: 'Направление',
    kind: 'pair',
    render: ({ from, to, toRequisite }) =>
      from &&
      to && (
        <PairNames from={from} to={to}>
          <span className="nowrap">{toRequisite}</span>
        </PairNames>
      ),
  },
  {
    name: 'claim-sent',
    heading: 'Отдаёте',
    kind: 'amount',
    render: claim => (
      <>
        {claim.from && claim.fromSumma !== null && formatMoney(claim.fromSumma, claim.from.currency)}
        {isDetailedClaim(claim) && <small>{formatClaimCourse(claim)}</small>}
      </>
    ),
  },
  {
    name: 'claim-received',
    heading: 'Получаете',
    kind: 'amount',
    render: ({ to, toSumma }) => to && toSumma !== null && <b>{formatMoney(toSumma, to.currency)}</b>,
  },
  {
    name: 'claim-status',
    heading: 'Статус',
    render: ({ status }) =>
      status && (
        <span className="status" data-tone={getStatusTone(status)}>
          {getStatusLabel(status)}
        </span>
      ),
  },
  {
    name: 'claim-action',
    heading: <span className="visually-hidden">Действие</span>,
    kind: 'action',
    render: (claim, context) => <ClaimAction claim={claim} {...context} />,
  },
];

/** The table of the account's claims. */
export const CLAIM_TABLE: TableDefinition<AccountClaim, ClaimContext> = {
  className: 'claim-table',
  columns: COLUMNS,
  getKey: ({ id }) => id,
  loadingText: 'Загружаем заявки',
  isExchange: claim => (isDetailedClaim(claim) ? isExchange(claim.status) : undefined),
};

/** When the claim was created. A narrow table shows the time of today, or the day. */
function CreatedAt({ text }: { text: string }) {
  const [day, time] = text.split(', ');
  return (
    <small className="numeric">
      <span data-optional={day === 'сегодня'}>{day}</span>
      <span data-optional="true">, </span>
      <span data-optional={day !== 'сегодня'}>{time}</span>
    </small>
  );
}

/** Repeats a closed claim, else opens the claim. */
function ClaimAction({ claim, onRepeat, onRepeatSoon }: ClaimContext & { claim: AccountClaim }) {
  const { id, number } = claim;
  return isDetailedClaim(claim) && isClosedStatus(claim.status) && claim.repeatable ? (
    <button
      type="button"
      className="button quiet square"
      aria-label={`Повторить заявку № ${number}`}
      aria-haspopup="dialog"
      onPointerEnter={onRepeatSoon}
      onFocus={onRepeatSoon}
      onClick={() => onRepeat(claim)}
    >
      <Icon d={REPEAT_ICON} />
    </button>
  ) : (
    <Link
      className="button quiet square"
      to={getClaimPath(id)}
      aria-label={`Открыть заявку № ${number ?? id}`}
    >
      <Icon d={RIGHT_ICON} />
    </Link>
  );
}

const getClaimPath = (id: string) => `/claim/${encodeURIComponent(id)}`;
