import { useSignals } from '@preact/signals-react/runtime';
import type { ServerQuery } from '#core/serverQuery.ts';
import { LoadError } from './LoadError.tsx';

/** Why a query has no data, with a retry button if that may help; renders nothing in other phases. */
export function QueryError({ query }: { query: ServerQuery<unknown> }) {
  useSignals();
  const state = query.state.value;
  if (state.phase === 'unsupported') return <p className="status-message">На этом сайте этих данных нет.</p>;
  if (state.phase !== 'failed') return null;
  return <LoadError code={state.failure.code} role="alert" onRetry={query.reload} />;
}

/** Notice for browsers without JavaScript. `purpose` begins the sentence: «Чтобы увидеть резервы». */
export function NoScriptNotice({ purpose }: { purpose: string }) {
  return (
    <noscript>
      <p className="meta">{purpose}: включите JavaScript в настройках браузера.</p>
    </noscript>
  );
}
