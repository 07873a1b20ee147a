import type { ReactNode } from 'react';
import type { OperatorWithdrawal } from '#core/contract/operator/withdrawals.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { formatSide } from '#core/exchange/sideName.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { FactList } from '../FactList.tsx';
import { formatWait } from '../formatWait.ts';
import { RowDetails } from '../RowDetails.tsx';
import { RequisiteSection } from '../RequisiteSection.tsx';

const DECIDED_TEXTS = { 1: 'Выплачено', 2: 'Отменено' } as const;
const TONES = { 0: 'pending', 1: 'success', 2: 'failure' } as const;

/** A withdrawal with a disclosure of all about it. `children`: what can be done with it. */
export function WithdrawalRow({
  withdrawal,
  now,
  children,
}: {
  withdrawal: OperatorWithdrawal;
  /** This device's time, milliseconds. */
  now: number;
  children: ReactNode;
}) {
  const { status, summa, fee, course, to, toSumma, requisite, requisites, at, begunAt, decidedAt } =
    withdrawal;
  const { partner, by, reference, reason, frozenUntil, isAutomatic } = withdrawal;
  const state = status === 0 ? (begunAt === null ? 'Ждёт выплаты' : 'Выплата начата') : DECIDED_TEXTS[status];
  return (
    <RowDetails
      name={<b className="numeric">{formatMoney(toSumma, to.currency)}</b>}
      note={`${formatSide(to)} ${requisite}`}
      state={
        <>
          <span className="status" data-tone={TONES[status]}>
            {state}
          </span>
          <small>{decidedAt === null ? `ждёт ${formatWait(at, now)}` : formatDateTime(decidedAt)}</small>
        </>
      }
    >
      <div className="withdrawal-detail">
        <div>
          {status === 0 && frozenUntil !== null && (
            <p className="account-note">
              Партнёр остановил выплаты до {formatDateTime(frozenUntil)}: раньше не выплачивайте.
            </p>
          )}
          <RequisiteSection title="Куда платить" requisites={requisites ?? []} hasQr={to.kind === 'crypto'} />
          {children}
        </div>
        <FactList
          facts={[
            ['Выплатить', formatMoney(toSumma, to.currency)],
            ['Куда', requisites === null && `${formatSide(to)} ${requisite}`],
            ['Со счёта партнёра', formatUsd(summa)],
            ['Из них комиссия', formatUsd(fee)],
            ['Курс', `1\u00a0$\u00a0= ${formatMoney(course, to.currency)}`],
            ['Партнёр', partner ?? 'аккаунт удалён'],
            ['Запрошено', `${formatDateTime(at)}${isAutomatic ? ', автоматически' : ''}`],
            ['Начато', begunAt && formatDateTime(begunAt)],
            ['Решено', decidedAt && formatDateTime(decidedAt)],
            ['Сотрудник', by],
            ['Номер перевода', reference],
            ['Причина', reason],
          ]}
        />
      </div>
    </RowDetails>
  );
}
