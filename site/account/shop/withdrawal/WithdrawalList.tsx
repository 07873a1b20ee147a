import { Link } from 'react-router';
import { WITHDRAWAL_STATUS_LABELS } from '#core/contract/account/ledgerLabels.ts';
import type { Withdrawal, Withdrawals } from '#core/contract/account/referral.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { formatCreatedAt, formatSide } from '../../list/claimText.ts';
import '../../list/list.css';

const TONES = { 0: 'pending', 1: 'success', 2: 'failure' } as const;

/** The withdrawals of a partner with their statuses, the newest first. */
export function WithdrawalList({
  withdrawals: { results, next, previous },
  page,
  now,
}: {
  withdrawals: Withdrawals;
  page: number;
  now: number;
}) {
  if (results.length === 0) return <p className="ledger-empty">Вы ещё ничего не&nbsp;выводили.</p>;
  return (
    <>
      <ul className="withdrawal-list" aria-label="Мои выводы">
        {results.map(withdrawal => (
          <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} now={now} />
        ))}
      </ul>
      {(next !== null || previous !== null) && (
        <nav className="withdrawal-pages" aria-label="Страницы">
          {previous !== null && (
            <Link className="button" to={{ search: page > 2 ? `?page=${page - 1}` : '' }}>
              Новее
            </Link>
          )}
          {next !== null && (
            <Link className="button" to={{ search: `?page=${page + 1}` }}>
              Раньше
            </Link>
          )}
        </nav>
      )}
    </>
  );
}

function WithdrawalRow({ withdrawal, now }: { withdrawal: Withdrawal; now: number }) {
  const { status, summa, to, toSumma, requisite, at, reference, reason } = withdrawal;
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
      </p>
    </li>
  );
}
