import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { sendCall } from '#core/api/sendCall.ts';
import { listBestPairsCall, type BestPair } from '#core/contract/account/accountOverview.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import { formatCourseLine } from '#core/exchange/formatMoney.ts';
import { CurrencyIcon } from '#widget/icons/CurrencyIcon.tsx';
import { routePaths } from '../../routePaths.ts';
import { useAccountQuery } from '../useAccountQuery.ts';
import { QueryContent } from '../QueryContent.tsx';
import { LoadingSkeleton } from '../LoadingSkeleton.tsx';

/** «Ваши направления» only if the pairs are the account's own. The backend may list those of everybody. */
function getHeading(pairs: readonly BestPair[] | null): string {
  if (!pairs) return 'Направления';
  return pairs.every(({ isOwn }) => isOwn) ? 'Ваши направления' : 'Чаще всего меняют';
}

/** The pairs that the account, or everybody, exchanges most, with links to the filled form; nothing without pairs. */
export function BestPairs() {
  useSignals();
  const query = useAccountQuery((api, options) => sendCall(api, listBestPairsCall, options));
  const state = query.state.value;
  if (state.phase === 'unsupported' || (state.phase === 'ready' && state.data.length === 0)) return null;
  return (
    <section className="account-section" aria-labelledby="best-pairs-heading">
      <h2 id="best-pairs-heading">{getHeading(state.phase === 'ready' ? state.data : null)}</h2>
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="best-pairs-skeleton" label="Загружаем курсы" />}
      >
        {({ data }) => (
          <ul className="best-pairs">
            {data.map(pair => (
              <PairRow key={`${pair.fromPs}-${pair.toPs}`} pair={pair} />
            ))}
          </ul>
        )}
      </QueryContent>
    </section>
  );
}

function PairRow({ pair: { from, to, course, bonus } }: { pair: BestPair }) {
  const search = new URLSearchParams({ cur_from: from.code, cur_to: to.code }).toString();
  return (
    <li>
      <Link to={{ pathname: routePaths.home, search }}>
        <span className="coins">
          <CurrencyIcon currency={from} />
          <CurrencyIcon currency={to} />
        </span>
        <span>
          <span className="nowrap">{from.name}</span> <span className="separator">на</span>{' '}
          <span className="nowrap">{to.name}</span>
        </span>
        <span className="numeric">
          {formatCourseLine(toDisplayedCourse(course, from.currency, to.currency))}
          {bonus !== null && <small>скидка {localizeDecimal(bonus)} %</small>}
        </span>
      </Link>
    </li>
  );
}
