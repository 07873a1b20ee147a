import type { ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ServerQuery, ServerQueryState } from '#core/serverQuery.ts';
import { LoadError } from '../live/LoadError.tsx';

/** The data of a query in each of its phases. `children` render loaded data. */
export function QueryContent<Data, View>({
  query,
  skeleton,
  unsupported = null,
  children,
}: {
  query: ServerQuery<Data, View>;
  skeleton: ReactNode;
  /** Shown if the backend has no such data. */
  unsupported?: ReactNode;
  children: (loaded: Extract<ServerQueryState<Data, View>, { phase: 'ready' }>) => ReactNode;
}) {
  useSignals();
  const state = query.state.value;
  switch (state.phase) {
    case 'loading':
      return skeleton;
    case 'failed':
      return <LoadError code={state.failure.code} role="alert" onRetry={query.reload} />;
    case 'unsupported':
      return unsupported;
    case 'ready':
      return children(state);
  }
}
