import { useEffect, useState } from 'react';
import type { ServerQuery } from '#core/serverQuery.ts';

type Source<Data, View> = ServerQuery<Data, View> | (() => ServerQuery<Data, View>);

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
export function useServerQuery<Data>(source: Source<Data, null>): ServerQuery<Data>;
export function useServerQuery<Data, View>(source: Source<Data, View>, view: View): ServerQuery<Data, View>;
export function useServerQuery<Data, View>(
  source: Source<Data, View | null>,
  view: View | null = null,
): ServerQuery<Data, View | null> {
  const [query] = useState(source);
  useEffect(() => query.show(view), [query, view]);
  useEffect(() => followPage(query), [query]);
  return query;
}
