import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { toErrorCode } from '#core/api/apiError.ts';
import type { ReferralTerms } from '#core/contract/siteSettings.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { pluralize } from '#core/pluralize.ts';
import { LoadError } from '../../live/LoadError.tsx';
import { NoScriptNotice } from '../../live/QueryStatus.tsx';
import { routePaths } from '../../routePaths.ts';
import { useAppContext } from '../../shell/appContext.ts';
import '../liveSection.css';

const formatHold = (hours: number): string =>
  hours === 0 ? 'сразу' : `через ${pluralize(hours, ['час', 'часа', 'часов'])}`;

/** The terms of the programme, in the order of the table; `null`: a value that is loading. */
function listTerms(terms: ReferralTerms | null): [string, string | null][] {
  return [
    ['Ваша доля', terms && `${localizeDecimal(terms.percent)} % нашей прибыли с обмена`],
    ['Когда доступна', terms && `${formatHold(terms.holdHours)} после обмена`],
    ['Вывод', terms && `от ${localizeDecimal(terms.minimum)}\u00a0$`],
    ['Сколько помним ссылку', terms && pluralize(terms.windowDays, ['день', 'дня', 'дней'])],
  ];
}

type TermsState =
  | { phase: 'loading' }
  | { phase: 'failed'; code: string }
  | { phase: 'ready'; terms: ReferralTerms | undefined };

/** The current terms of the referral programme, with a link to join it. Renders nothing without a programme. */
export function ReferralTermsSection() {
  const { loadSiteSettings } = useAppContext();
  const [state, setState] = useState<TermsState>({ phase: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCancelled = false;
    loadSiteSettings().then(
      ({ referral }) => isCancelled || setState({ phase: 'ready', terms: referral }),
      (error: unknown) => isCancelled || setState({ phase: 'failed', code: toErrorCode(error) }),
    );
    return () => {
      isCancelled = true;
    };
  }, [loadSiteSettings, attempt]);
  const retry = () => {
    setState({ phase: 'loading' });
    setAttempt(attempt + 1);
  };
  if (state.phase === 'ready' && !state.terms) return null;
  return (
    <section className="live-section" aria-labelledby="h-terms">
      <h2 id="h-terms">Условия для партнёров</h2>
      {state.phase === 'failed' ? (
        <LoadError code={state.code} role="alert" onRetry={retry} />
      ) : (
        <>
          <table
            className="live-table terms-table"
            aria-busy={state.phase === 'loading'}
            aria-labelledby="h-terms"
          >
            <tbody>
              {listTerms(state.phase === 'ready' ? (state.terms ?? null) : null).map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className="sum-cell">{value ?? <span className="skeleton amount" />}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {state.phase === 'loading' && <NoScriptNotice purpose="Чтобы увидеть условия" />}
          <p className="open-link">
            <Link to={routePaths.register}>Создать аккаунт партнёра</Link>
          </p>
        </>
      )}
    </section>
  );
}
