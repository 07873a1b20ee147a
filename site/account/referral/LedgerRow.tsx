import {
  ACCRUAL_STATE_LABELS,
  formatLedgerReason,
  formatVoidResult,
  isWaitingEntry,
  LEDGER_KIND_LABELS,
  WAITING_LABEL,
  WITHDRAWAL_STATUS_LABELS,
} from '#core/contract/account/ledgerLabels.ts';
import type { LedgerEntry } from '#core/contract/account/referral.ts';
import { isNonZero } from '#core/exchange/amount.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { formatSide } from '#core/exchange/sideName.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { formatCreatedAt } from '../list/claimText.ts';
import type { StatusTone } from '../../claim/claimStatusText.ts';
import { ProfitBreakdown } from './ProfitBreakdown.tsx';
import './ledger.css';

/** A line of the ledger with its expandable calculation. `now`: this device's time, milliseconds. */
export function LedgerRow({ entry, now }: { entry: LedgerEntry; now: number }) {
  const { kind, claim, code, sub, at } = entry;
  const origin = [code, sub].filter(Boolean).join('.');
  return (
    <li>
      <details className="ledger-entry" data-kind={kind}>
        <summary>
          <span className="ledger-what">
            {LEDGER_KIND_LABELS[kind]}
            {claim && <span className="numeric"> № {claim.number}</span>}
            <small className="numeric">{[formatCreatedAt(at, now), origin].filter(Boolean).join(', ')}</small>
          </span>
          <span className="ledger-status">
            <span className="status" data-tone={getTone(entry)}>
              {getLabel(entry)}
            </span>
          </span>
          <b className="ledger-sum numeric">{formatUsd(getShownAmount(entry))}</b>
          <Icon d={ICON_PATHS.down} size={18} />
        </summary>
        <EntryDetails entry={entry} />
      </details>
    </li>
  );
}

/** The amount of a line; for an accrual that waits for the client, the expected amount. */
const getShownAmount = (entry: LedgerEntry): string =>
  isWaitingEntry(entry) ? (entry.reckoning?.summa ?? entry.summa) : entry.summa;

/** Label of a line: the state of an accrual, the status of a withdrawal. */
function getLabel(entry: LedgerEntry): string {
  const { state, status, withdrawal } = entry;
  if (isWaitingEntry(entry)) return WAITING_LABEL;
  if (state !== null) return ACCRUAL_STATE_LABELS[state];
  if (status !== null) return WITHDRAWAL_STATUS_LABELS[status];
  return withdrawal ? 'Вывод отменён' : 'Начисление снято';
}

/** Text of the calculation's last line. */
function getResult(entry: LedgerEntry): string {
  const { state, summa, reason } = entry;
  if (state === 'void' && reason !== null && !isNonZero(summa)) return formatVoidResult(reason);
  return `${isWaitingEntry(entry) ? 'Начислим, округлив' : 'Начислено, округлили'} вниз до 0,0001\u00a0$`;
}

function getTone({ state, status }: LedgerEntry): StatusTone {
  if (state === 'pending' || status === 0) return 'pending';
  return state === 'available' || status === 1 ? 'success' : 'neutral';
}

function EntryDetails({ entry }: { entry: LedgerEntry }) {
  const { reason, availableAt, reckoning, withdrawal, state } = entry;
  return (
    <div className="ledger-details">
      {reason !== null && <p>{formatLedgerReason(reason)}.</p>}
      {state === 'pending' && availableAt !== null && <p>Можно вывести с {formatDateTime(availableAt)}.</p>}
      {withdrawal && (
        <dl className="ledger-facts">
          <div>
            <dt>Куда</dt>
            <dd className="numeric">
              {formatSide(withdrawal.to)} {withdrawal.requisite}
            </dd>
          </div>
          <div>
            <dt>К выплате</dt>
            <dd className="numeric">
              {formatMoney(withdrawal.toSumma, withdrawal.to.currency)}, комиссия {formatUsd(withdrawal.fee)}
            </dd>
          </div>
          {withdrawal.reference !== null && (
            <div>
              <dt>Перевод</dt>
              <dd className="numeric">{withdrawal.reference}</dd>
            </div>
          )}
        </dl>
      )}
      {reckoning && (
        <ProfitBreakdown reckoning={reckoning} summa={getShownAmount(entry)} result={getResult(entry)} />
      )}
    </div>
  );
}
