import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useMatches } from 'react-router';
import { findHashTarget } from './findHashTarget.ts';

/** What a route says about its page. */
export interface RouteHandle {
  title: string;
  /** A sentence or two for search engines; pages of one visitor's own have none. */
  description?: string;
  /** The day of a news item: 2026-11-18. */
  date?: string;
}

/** What is shared or kept of the page follows it: its address and its description, where the document has them. */
function updateHeadMetadata(handle: RouteHandle | undefined, pathname: string): void {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical) canonical.href = new URL(pathname, canonical.href).href;
  const description = document.querySelector<HTMLMetaElement>('meta[name="description"]');
  if (description) description.content = handle?.description ?? '';
}

/**
 * What a browser does by itself when a document loads: the title of the page, said to who cannot see it, and the focus
 * on its beginning or on the part that the hash names. A change of the query alone moves nothing. Stands after the
 * page, whose own title is the last word.
 */
export function RouteAnnouncer() {
  const { pathname, hash, key } = useLocation();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const title = handle?.title;
  const [announcement, setAnnouncement] = useState('');
  useLayoutEffect(() => {
    if (title) document.title = title;
  }, [title]);
  useEffect(() => updateHeadMetadata(handle, pathname), [handle, pathname]);
  const lastLocation = useRef({ pathname, key });
  useEffect(() => {
    const previous = lastLocation.current;
    lastLocation.current = { pathname, key };
    if (previous.key === key) return;
    const hasPathChanged = previous.pathname !== pathname;
    if (hasPathChanged) setAnnouncement(document.title);
    const focusTarget = findHashTarget(hash) ?? (hasPathChanged ? document.getElementById('main') : null);
    focusTarget?.focus({ preventScroll: true });
  }, [pathname, hash, key]);
  return (
    <p className="vh" role="status">
      {announcement}
    </p>
  );
}
