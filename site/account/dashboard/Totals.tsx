import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { sendCall } from '#core/api/sendCall.ts';
import { getAccountStatisticsCall, type AccountStatistics } from '#core/contract/account/accountOverview.ts';
import { isNonZero, localizeDecimal } from '#core/exchange/amount.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { pluralize } from '#core/pluralize.ts';
import { LoadError } from '../../live/LoadError.tsx';
import { accountRoutePaths, routePaths } from '../../routePaths.ts';
import { LoadingSkeleton } from '../LoadingSkeleton.tsx';
import { useAccountQuery } from '../useAccountQuery.ts';

/** Turnover, discount and the partner's balance. */
export function Totals() {
  useSignals();
  const query = useAccountQuery((client, options) => sendCall(client, getAccountStatisticsCall, options));
  const state = query.state.value;
  if (state.phase === 'loading')
    return <LoadingSkeleton className="totals-skeleton" label="Загружаем итоги" />;
  if (state.phase === 'failed')
    return <LoadError code={state.failure.code} role="alert" onRetry={query.reload} />;
  return state.phase === 'ready' && <TotalsList {...state.data} />;
}

function TotalsList({ turnover, claims, discount, refferal }: AccountStatistics) {
  // Another backend may send none of them.
  if (turnover === undefined && !discount && !refferal) return null;
  return (
    <dl className="totals">
      {turnover !== undefined && (
        <div>
          <dt>Обменяли за&nbsp;12&nbsp;месяцев</dt>
          <dd className="numeric">
            {formatUsd(turnover)}
            {claims && (
              <small>{pluralize(claims.completed, ['обмен', 'обмена', 'обменов'])} за&nbsp;всё время</small>
            )}
          </dd>
        </div>
      )}
      {discount && discount.tiers.length > 0 && (
        <div>
          <dt>Ваша скидка</dt>
          <dd className="numeric">
            {localizeDecimal(discount.percent)}&nbsp;%
            <small>
              <Link to={routePaths.discounts}>
                {discount.next ? (
                  <>
                    до&nbsp;{localizeDecimal(discount.next.percent)}&nbsp;% ещё{' '}
                    {formatUsd(discount.next.left)}
                  </>
                ) : (
                  'самая большая'
                )}
              </Link>
            </small>
          </dd>
        </div>
      )}
      {refferal && (
        <div>
          <dt>Партнёрский счёт</dt>
          <dd className="numeric">
            {formatUsd(refferal.available)}
            <small>
              {isNonZero(refferal.available) ? (
                <Link to={accountRoutePaths.shopWithdrawal}>вывести</Link>
              ) : (
                <Link to={accountRoutePaths.referral}>доля с&nbsp;обменов по&nbsp;вашей ссылке</Link>
              )}
            </small>
          </dd>
        </div>
      )}
    </dl>
  );
}
