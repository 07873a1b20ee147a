import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import type { AccountRequisite } from '#core/contract/account/savedRequisite.ts';
import { CurrencyIcon } from '#widget/icons/CurrencyIcon.tsx';
import type { ServerQuery } from '#core/serverQuery.ts';
import { accountRoutePaths } from '../../routePaths.ts';
import { QueryContent } from '../QueryContent.tsx';
import { LoadingSkeleton } from '../LoadingSkeleton.tsx';
import {
  describeVerification,
  formatRequisiteName,
  getCardPath,
  formatRequisiteTitle,
} from '../requisites/requisiteTexts.ts';

/** How many are shown; their pages have all. */
const MAX_SHOWN_REQUISITES = 4;

/** The saved cards and wallets of the account, and where to add one. */
export function SavedRequisites({ query }: { query: ServerQuery<readonly AccountRequisite[]> }) {
  useSignals();
  // A backend without saved requisites.
  if (query.state.value.phase === 'unsupported') return null;
  return (
    <section className="account-section" aria-labelledby="requisites-heading">
      <div className="dashboard-head">
        <h2 id="requisites-heading">Карты и кошельки</h2>
        <p>
          Добавить <Link to={accountRoutePaths.cards}>карту</Link> или{' '}
          <Link to={accountRoutePaths.wallets}>кошелёк</Link>
        </p>
      </div>
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="best-pairs-skeleton" label="Загружаем карты и кошельки" />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <p className="section-text">Сохранённые не придётся вводить в каждой заявке.</p>
          ) : (
            <ul className="saved-requisites">
              {data.slice(0, MAX_SHOWN_REQUISITES).map(requisite => (
                <SavedRequisite key={requisite.id} requisite={requisite} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </section>
  );
}

function SavedRequisite({ requisite }: { requisite: AccountRequisite }) {
  const { id, type, currency, masked, verification } = requisite;
  const { text, tone, action } = describeVerification(verification);
  const isDone = verification?.status === 'approved' || verification?.status === 'pending';
  return (
    <li>
      <CurrencyIcon currency={currency} />
      <p>
        <b className="numeric">{masked}</b>
        <small>{formatRequisiteTitle(requisite)}</small>
      </p>
      {type === 'card' &&
        (isDone ? (
          <span className="status" data-tone={tone}>
            {verification.status === 'approved' ? 'Подтверждена' : text}
          </span>
        ) : (
          <Link to={getCardPath(id)} aria-label={`${action}: ${formatRequisiteName(requisite)}`}>
            {action}
          </Link>
        ))}
    </li>
  );
}
