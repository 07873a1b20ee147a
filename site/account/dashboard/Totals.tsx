import { Link } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import { getAccountStatisticsCall, type AccountStatistics } from '#core/contract/account/accountOverview.ts';
import { isNonZero, localizeDecimal } from '#core/exchange/amount.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { pluralize } from '#core/pluralize.ts';
import { accountRoutePaths, routePaths } from '../../routePaths.ts';
import { QueryContent } from '../QueryContent.tsx';
import { LoadingSkeleton } from '../LoadingSkeleton.tsx';
import { useAccountQuery } from '../useAccountQuery.ts';

/** Turnover, discount and the partner's balance. */
export function Totals() {
  const query = useAccountQuery((client, options) => sendCall(client, getAccountStatisticsCall, options));
  return (
    <QueryContent
      query={query}
      skeleton={<LoadingSkeleton className="totals-skeleton" label="Загружаем итоги" />}
    >
      {({ data }) => <TotalsList {...data} />}
    </QueryContent>
  );
}

function TotalsList({ turnover, claims, discount, refferal }: AccountStatistics) {
  // Another backend may send none of them.
  if (turnover === undefined && !discount && !refferal) return null;
  return (
    <dl className="totals">
      {turnover !== undefined && (
        <div>
          <dt>Обменяли за 12 месяцев</dt>
          <dd className="numeric">
            {formatUsd(turnover)}
            {claims && (
              <small>{pluralize(claims.completed, ['обмен', 'обмена', 'обменов'])} за всё время</small>
            )}
          </dd>
        </div>
      )}
      {discount && discount.tiers.length > 0 && (
        <div>
          <dt>Ваша скидка</dt>
          <dd className="numeric">
            {localizeDecimal(discount.percent)} %
            <small>
              <Link to={routePaths.discounts}>
                {discount.next ? (
                  <>
                    до {localizeDecimal(discount.next.percent)} % ещё {formatUsd(discount.next.left)}
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
                <Link to={accountRoutePaths.referral}>доля с обменов по вашей ссылке</Link>
              )}
            </small>
          </dd>
        </div>
      )}
    </dl>
  );
}
