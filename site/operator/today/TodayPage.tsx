import { useMemo } from 'react';
import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { sendCall } from '#core/api/sendCall.ts';
import {
  getTodayCall,
  type WaitingGroup,
  type WaitingKind,
  type WaitingRow,
} from '#core/contract/operator/today/today.ts';
import { RefreshFailure } from '../../account/list/RefreshFailure.tsx';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { operatorRoutePaths } from '../../routePaths.ts';
import { usePageTitle } from '../../shell/layout/pageTitle.ts';
import { formatAmount, getStateText } from '../deskTexts.ts';
import { formatDeadline } from '../../claim/formatDateTime.ts';
import { formatWait } from '../formatWait.ts';
import { getEmailKindText } from '../emailKindTexts.ts';
import { useStaff } from '../staffContext.ts';
import { useWorkQuery } from '../events/useWorkQuery.ts';
import { useArrivalSound } from './useArrivalSound.ts';
import '../../account/list/list.css';

/** What a person can do next, by kind of what waits. */
const KIND_TEXTS: Readonly<Record<WaitingKind, string>> = {
  payments: 'Проверить оплату',
  payouts: 'Выплатить',
  refunds: 'Вернуть деньги',
  verifications: 'Проверить карты',
  holds: 'Решить, что дальше',
  requisites: 'Дать реквизиты',
  withdrawals: 'Выплатить партнёрам',
  unsettled: 'Разобрать деньги без заявки',
  undelivered_emails: 'Письма не дошли',
  prices: 'Источники цен молчат',
  reserves: 'Пополнить резерв',
  transfers: 'Найти заявку перевода',
  nodes: 'Платежи не проверяются',
};

/** Page /operator: what waits for staff, and for how long. */
export function TodayPage() {
  useSignals();
  const { rights } = useStaff();
  const query = useWorkQuery((api, options) => sendCall(api, getTodayCall, options));
  const state = query.state.value;
  const mine = useMemo(
    () => (state.phase === 'ready' ? state.data.groups.filter(({ right }) => rights.includes(right)) : null),
    [state, rights],
  );
  const [isSoundOn, turnSound] = useArrivalSound(query, mine);
  const count = (mine ?? []).reduce((sum, group) => sum + group.count, 0);
  usePageTitle(count > 0 ? `(${count}) Сегодня` : 'Сегодня');
  return (
    <>
      <div className="account-heading">
        <h1>Сегодня</h1>
        <button type="button" className="button quiet" onClick={() => turnSound(!isSoundOn)}>
          {isSoundOn ? 'Выключить звук' : 'Звук о новом'}
        </button>
      </div>
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="account-skeleton" label="Узнаём, что ждёт" />}
      >
        {({ data }) => (
          <>
            <RefreshFailure query={query} subject="Список" />
            {data.groups.length === 0 && (
              <p className="list-empty" role="status">
                Ничего не ждёт. Новое появится здесь само.
              </p>
            )}
            <div className="today-groups">
              {data.groups.map(group => (
                <TodayGroup
                  key={group.kind}
                  group={group}
                  isMine={rights.includes(group.right)}
                  // The waits are of the server's clock.
                  now={Date.parse(data.now)}
                />
              ))}
            </div>
          </>
        )}
      </QueryContent>
    </>
  );
}

function TodayGroup({ group, isMine, now }: { group: WaitingGroup; isMine: boolean; now: number }) {
  const { kind, count, oldest, rows } = group;
  const hidden = count - rows.length;
  return (
    <section className="today-group" aria-labelledby={`today-${kind}`}>
      <h2 id={`today-${kind}`}>
        {KIND_TEXTS[kind]} <span className="numeric today-count">{count}</span>
      </h2>
      <p className="meta numeric">
        {oldest !== null && `дольше всего: ${formatWait(oldest, now)}`}
        {!isMine && `${oldest === null ? '' : ', '}не ваша роль`}
      </p>
      <ul className="line-list">
        {rows.map(row => (
          <TodayRow key={row.id} row={row} now={now} note={getRowNote(kind, row, now)} />
        ))}
      </ul>
      {hidden > 0 && <p className="meta numeric">и ещё {hidden}</p>}
    </section>
  );
}

/** The page that shows a row. */
const TARGET_PATHS: Readonly<Record<NonNullable<WaitingRow['target']>, string>> = {
  claim: operatorRoutePaths.operatorClaim,
  verification: operatorRoutePaths.operatorVerifications,
  withdrawal: operatorRoutePaths.operatorWithdrawals,
  email: operatorRoutePaths.operatorEmails,
  reserve: operatorRoutePaths.operatorReserve,
  statement: operatorRoutePaths.operatorStatement,
};

/** What the title lacks: the state of a claim, the reference of a transfer, the last check of a network. */
function getRowNote(kind: WaitingKind, { target, state, since }: WaitingRow, now: number): string | null {
  if (kind === 'nodes')
    return since === null ? 'ещё не проверяли' : `не проверяли с ${formatDeadline(since, now)}`;
  if (state === null) return null;
  return target === 'email' ? getEmailKindText(state) : getStateText(state);
}

function TodayRow({ row, now, note }: { row: WaitingRow; now: number; note: string | null }) {
  const { id, target, title, amount, currency, since, takenBy } = row;
  return (
    <li className="today-row" data-row="">
      <span>
        {target === null ? title : <Link to={TARGET_PATHS[target].replace(/:\w+/, id)}>{title}</Link>}
        {note !== null && <small>{note}</small>}
      </span>
      <span className="numeric today-amount">
        {amount !== null && formatAmount(amount, currency)}
        <small>{[since !== null && formatWait(since, now), takenBy].filter(Boolean).join(', ')}</small>
      </span>
    </li>
  );
}
