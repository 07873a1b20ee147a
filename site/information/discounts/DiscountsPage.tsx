import { useSignals } from '@preact/signals-react/runtime';
import type { ApiClient } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { listDiscountTiersCall, type DiscountTier } from '#core/contract/discount.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { QueryError, NoScriptNotice } from '../../live/QueryStatus.tsx';
import { UpdatedAt } from '../../live/UpdatedAt.tsx';
import { createServerQuery, type ServerQuery } from '#core/serverQuery.ts';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { Article, type MarkdownModule } from '../Article.tsx';
import '../liveSection.css';

/** Rows of the skeleton. Equals the number of initial tiers, so that the page does not shift. */
const SKELETON_ROW_COUNT = 4;

function TierRows({ tiers }: { tiers: readonly DiscountTier[] }) {
  return tiers.map(({ turnover, percent }) => (
    <tr key={turnover}>
      <th scope="row" className="numeric">
        от {localizeDecimal(turnover)} $
      </th>
      <td className="numeric sum-cell">{localizeDecimal(percent)} %</td>
    </tr>
  ));
}

function TiersTable({ query }: { query: ServerQuery<DiscountTier[]> }) {
  useSignals();
  const state = query.state.value;
  if (state.phase === 'failed' || state.phase === 'unsupported') return <QueryError query={query} />;
  if (state.phase === 'ready' && state.data.length === 0)
    return <p className="status-message">Скидок за оборот сейчас нет.</p>;
  return (
    <>
      <table className="live-table" aria-busy={state.phase === 'loading'} aria-label="Скидка за оборот">
        <thead>
          <tr>
            <th scope="col">Оборот за 12 месяцев</th>
            <th scope="col" className="numeric">
              Скидка
            </th>
          </tr>
        </thead>
        <tbody>
          {state.phase === 'ready' ? (
            <TierRows tiers={state.data} />
          ) : (
            Array.from({ length: SKELETON_ROW_COUNT }, (_, index) => (
              <tr key={index}>
                <th scope="row">
                  <span className="skeleton text" />
                </th>
                <td>
                  <span className="skeleton amount" />
                </td>
              </tr>
            ))
          )}
        </tbody>
      </table>
      {state.phase === 'loading' && <NoScriptNotice purpose="Чтобы увидеть уровни" />}
    </>
  );
}

/** The page of current discount tiers. */
export function DiscountsPage({ content, api }: { content: MarkdownModule; api: ApiClient }) {
  const query = useServerQuery(() =>
    createServerQuery(api.clock, options => sendCall(api, listDiscountTiersCall, options)),
  );
  return (
    <Article content={content}>
      <section className="live-section" aria-label="Уровни">
        <UpdatedAt query={query} />
        <TiersTable query={query} />
      </section>
    </Article>
  );
}
