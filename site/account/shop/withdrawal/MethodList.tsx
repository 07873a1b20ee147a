import type { WithdrawalMethod } from '#core/contract/account/withdrawals.ts';
import { isNonZero } from '#core/exchange/amount.ts';
import { cutDecimals } from '#core/exchange/cutDecimals.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { formatSide } from '#core/exchange/sideName.ts';
import { CurrencyIcon } from '#widget/icons/CurrencyIcon.tsx';
import '../../list/list.css';

/** «комиссия 1,50 $», «без комиссии». */
const formatFee = (fee: string): string => (isNonZero(fee) ? `комиссия ${formatUsd(fee)}` : 'без комиссии');

/** «1 $ = 1,02 USDT, без комиссии»; «нет курса». */
export const formatTerms = ({ course, fee, to }: WithdrawalMethod): string =>
  course === null
    ? 'нет курса'
    : `1\u00a0$\u00a0= ${formatMoney(cutDecimals(course, to.decimals), to.currency)}, ${formatFee(fee)}`;

/** The currencies in which money is paid out, with course and fee. */
export function MethodList({ methods }: { methods: readonly WithdrawalMethod[] }) {
  if (methods.length === 0) return <p className="ledger-empty">Выплаты пока закрыты.</p>;
  return (
    <ul className="line-list method-list" aria-label="Способы вывода">
      {methods.map(method => {
        const { to, closed } = method;
        return (
          <li key={to.code}>
            <CurrencyIcon currency={to} />
            <p>
              {formatSide(to)}
              {closed !== null && <small>{closed}</small>}
            </p>
            <p className="meta numeric">{closed === null ? formatTerms(method) : 'закрыто'}</p>
          </li>
        );
      })}
    </ul>
  );
}
