import { useEffect, useState } from 'react';
import type { ServerQuery } from '#core/serverQuery.ts';

/** Follows the page: visibility, and a refresh when the browser is online again or has restored the page. */
function followPage<Data, View>(query: ServerQuery<Data, View>): () => void {
  const listeners = new AbortController();
  const options = { signal: listeners.signal };
  const updateVisibility = () => query.setVisible(!document.hidden);
  updateVisibility();
  document.addEventListener('visibilitychange', updateVisibility, options);
  addEventListener('online', () => query.refresh(), options);
  addEventListener('pageshow', event => event.persisted && query.refresh(), options);
  return () => {
    listeners.abort();
    query.stop();
  };
}

/**
 * Shows a view of a query while the component is mounted, kept up to date while the page is visible. `source`: a stable
 * query, or a function that creates one. Reading its signals requires `useSignals`.
 */
export function useServerQuery<Data, View = null>(
  source: ServerQuery<Data, View> | (() => ServerQuery<Data, View>),
  ...[view]: View extends null ? [] : [view: View]
): ServerQuery<Data, View> {
  const [query] = useState(source);
  useEffect(() => query.show(view ?? (null as View)), [query, view]);
  useEffect(() => followPage(query), [query]);
  return query;
}
