import { useState } from 'react';
import { LIST_PAGE_SIZE } from '#core/account/createListQuery.ts';
import { formatWithdrawalsSearch, type WithdrawalsView } from '#core/account/referral/createWithdrawals.ts';
import { WITHDRAWAL_STATUS_LABELS } from '#core/contract/account/ledgerLabels.ts';
import type { Withdrawal, Withdrawals } from '#core/contract/account/withdrawals.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { formatSide } from '#core/exchange/sideName.ts';
import { formatCreatedAt } from '../../list/claimText.ts';
import { LoadedPage } from '../../list/PagedList.tsx';
import { CancelDialog } from './CancelDialog.tsx';

const TONES = { 0: 'pending', 1: 'success', 2: 'failure' } as const;

/** The withdrawals of a partner with their statuses, the newest first. */
export function WithdrawalList({
  onCancelled,
  ...shown
}: {
  view: WithdrawalsView;
  data: Withdrawals;
  loadedAt: number;
  isOutdated: boolean;
  /** Called after one was cancelled. */
  onCancelled: (withdrawal: Withdrawal) => void;
}) {
  const [cancelled, setCancelled] = useState<Withdrawal | null>(null);
  const hasAuto = Boolean(shown.data.auto);
  return (
    <>
      <LoadedPage
        {...shown}
        pageSize={LIST_PAGE_SIZE}
        formatView={formatWithdrawalsSearch}
        skeleton={<span className="skeleton withdraw-skeleton" aria-busy="true" />}
        renderEmpty={() => <p className="ledger-empty">Вы ещё ничего не выводили.</p>}
      >
        {({ data, loadedAt, isOutdated }) => (
          <ul className="line-list withdrawal-list" aria-label="Мои выводы" aria-busy={isOutdated}>
            {data.results.map(withdrawal => (
              <WithdrawalRow
                key={withdrawal.id}
                withdrawal={withdrawal}
                hasAuto={hasAuto}
                now={loadedAt}
                onCancel={() => setCancelled(withdrawal)}
              />
            ))}
          </ul>
        )}
      </LoadedPage>
      {cancelled && (
        <CancelDialog
          withdrawal={cancelled}
          endsAuto={cancelled.isAutomatic && hasAuto}
          onClose={isCancelled => {
            setCancelled(null);
            if (isCancelled) onCancelled(cancelled);
          }}
        />
      )}
    </>
  );
}

function WithdrawalRow({
  withdrawal,
  hasAuto,
  now,
  onCancel,
}: {
  withdrawal: Withdrawal;
  /** Whether money is withdrawn automatically now. */
  hasAuto: boolean;
  now: number;
  onCancel: () => void;
}) {
  const { status, summa, to, toSumma, requisite, at, reference, reason, canCancel, isAutomatic } = withdrawal;
  return (
    <li>
      <p className="withdrawal-sum numeric">
        <b>{formatUsd(summa)}</b>
        <small>{formatCreatedAt(at, now)}</small>
      </p>
      <p className="withdrawal-target numeric">
        {formatMoney(toSumma, to.currency)}
        <small>
          {formatSide(to)} {requisite}
        </small>
      </p>
      <p className="withdrawal-status">
        <span className="status" data-tone={TONES[status]}>
          {WITHDRAWAL_STATUS_LABELS[status]}
        </span>
        {reference !== null && <small className="numeric">Перевод {reference}</small>}
        {reason !== null && <small>{reason}</small>}
        {canCancel && isAutomatic && hasAuto && <small>Отмена выключит автоматический вывод</small>}
      </p>
      {canCancel && (
        <button
          type="button"
          className="button quiet"
          aria-label={`Отменить вывод ${formatUsd(summa)}`}
          onClick={onCancel}
        >
          Отменить
        </button>
      )}
    </li>
  );
}
