import { Link } from 'react-router';
import {
  isDetailedClaim,
  type AccountClaim,
  type DetailedClaim,
} from '#core/contract/account/accountClaim.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { Icon } from '#widget/icons/Icon.tsx';
import { formatClaimCourse, formatCreatedAt } from '../list/claimText.ts';
import { getStatusLabel, getStatusTone, isExchange } from '../../claim/claimStatusText.ts';
import { PairNames, PairSkeleton } from '../list/PairNames.tsx';
import '../list/listTable.css';
import './ClaimTable.css';

const RIGHT_ICON = 'M4 11h14m0 0-5.5-5.5M18 11l-5.5 5.5';
const REPEAT_ICON =
  'M5 10V8.5A2.5 2.5 0 0 1 7.5 6H18m0 0-3-3m3 3-3 3M17 12v1.5a2.5 2.5 0 0 1-2.5 2.5H4m0 0 3 3m-3-3 3-3';

/** Rows of the skeleton. */
const SKELETON_ROWS = [0, 1, 2, 3, 4, 5];

interface RepeatHandlers {
  onRepeat: (claim: DetailedClaim) => void;
  /** The visitor is about to repeat a claim. */
  onRepeatSoon: () => void;
}

/** The account's claims as a table, on phones two lines each. `now` is this device's time, milliseconds. */
export function ClaimTable({
  claims,
  caption,
  isOutdated,
  now,
  ...handlers
}: RepeatHandlers & {
  claims: readonly AccountClaim[];
  caption: string;
  /** Whether another list is loading. */
  isOutdated: boolean;
  now: number;
}) {
  return (
    <table className="list-table claim-table" aria-busy={isOutdated}>
      <caption className="visually-hidden">{caption}</caption>
      <ClaimTableHead />
      <tbody>
        {claims.map(claim =>
          isDetailedClaim(claim) ? (
            <ClaimRow key={claim.id} claim={claim} now={now} {...handlers} />
          ) : (
            <BriefRow key={claim.id} claim={claim} now={now} />
          ),
        )}
      </tbody>
    </table>
  );
}

function ClaimTableHead() {
  return (
    <thead>
      <tr>
        <th scope="col">Заявка</th>
        <th scope="col">Направление</th>
        <th scope="col" className="amount">
          Отдаёте
        </th>
        <th scope="col" className="amount">
          Получаете
        </th>
        <th scope="col">Статус</th>
        <th scope="col">
          <span className="visually-hidden">Действие</span>
        </th>
      </tr>
    </thead>
  );
}

function ClaimRow({
  claim,
  now,
  onRepeat,
  onRepeatSoon,
}: RepeatHandlers & { claim: DetailedClaim; now: number }) {
  const { id, number, from, to, status } = claim;
  const canRepeat = isClosedStatus(status) && claim.repeatable;
  return (
    <tr data-exchange={isExchange(status)}>
      <NumberCell claim={claim} now={now} />
      <td className="claim-pair">
        <PairNames from={from} to={to}>
          <span className="nowrap">{claim.toRequisite}</span>
        </PairNames>
      </td>
      <td className="claim-sent amount numeric">
        {formatMoney(claim.fromSumma, from.currency)}
        <small>{formatClaimCourse(claim)}</small>
      </td>
      <td className="claim-received amount numeric">
        <b>{formatMoney(claim.toSumma, to.currency)}</b>
      </td>
      <td className="claim-status">
        <span className="status" data-tone={getStatusTone(status)}>
          {getStatusLabel(status)}
        </span>
      </td>
      <td className="claim-action">
        {canRepeat ? (
          <button
            type="button"
            className="button quiet square"
            aria-label={`Повторить заявку №\u00a0${number}`}
            aria-haspopup="dialog"
            onPointerEnter={onRepeatSoon}
            onFocus={onRepeatSoon}
            onClick={() => onRepeat(claim)}
          >
            <Icon d={REPEAT_ICON} />
          </button>
        ) : (
          <OpenLink id={id} number={number} />
        )}
      </td>
    </tr>
  );
}

/** A claim of another backend, which sends fewer fields, with a link to its page. */
function BriefRow({ claim, now }: { claim: AccountClaim; now: number }) {
  const { id, number, from, to, fromSumma, toSumma, status } = claim;
  return (
    <tr>
      <NumberCell claim={claim} now={now} />
      <td className="claim-pair">
        {from && to && (
          <PairNames from={from} to={to}>
            <span className="nowrap">{claim.toRequisite}</span>
          </PairNames>
        )}
      </td>
      <td className="claim-sent amount numeric">
        {from && fromSumma !== null && formatMoney(fromSumma, from.currency)}
      </td>
      <td className="claim-received amount numeric">
        {to && toSumma !== null && <b>{formatMoney(toSumma, to.currency)}</b>}
      </td>
      <td className="claim-status">
        {status && (
          <span className="status" data-tone={getStatusTone(status)}>
            {getStatusLabel(status)}
          </span>
        )}
      </td>
      <td className="claim-action">
        <OpenLink id={id} number={number ?? id} />
      </td>
    </tr>
  );
}

function NumberCell({ claim: { id, number, createdAt }, now }: { claim: AccountClaim; now: number }) {
  return (
    <th scope="row" className="claim-number">
      <Link className="numeric" to={getClaimPath(id)}>
        №&nbsp;{number ?? id}
      </Link>
      {createdAt !== null && <small className="numeric">{formatCreatedAt(createdAt, now)}</small>}
    </th>
  );
}

const getClaimPath = (id: string) => `/claim/${encodeURIComponent(id)}`;

function OpenLink({ id, number }: { id: string; number: string }) {
  return (
    <Link
      className="button quiet square"
      to={getClaimPath(id)}
      aria-label={`Открыть заявку №\u00a0${number}`}
    >
      <Icon d={RIGHT_ICON} />
    </Link>
  );
}

/** The table while the first list loads, of the same sizes. */
export function ClaimTableSkeleton() {
  return (
    <>
      <p className="visually-hidden" role="status">
        Загружаем заявки
      </p>
      <table className="list-table claim-table" aria-hidden="true">
        <ClaimTableHead />
        <tbody>
          {SKELETON_ROWS.map(row => (
            <tr key={row}>
              <th scope="row" className="claim-number">
                <span className="skeleton text" />
              </th>
              <td className="claim-pair">
                <PairSkeleton />
              </td>
              <td className="claim-sent amount">
                <span className="skeleton amount" />
              </td>
              <td className="claim-received amount">
                <span className="skeleton amount" />
              </td>
              <td className="claim-status">
                <span className="skeleton text" />
              </td>
              <td className="claim-action" />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
