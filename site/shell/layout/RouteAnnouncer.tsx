import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useMatches } from 'react-router';
import { findHashTarget } from './findHashTarget.ts';
import { formatPageTitle } from './pageTitle.ts';

/** Metadata of a route's page. */
export interface RouteHandle {
  /** Title of the page, without the site's name. */
  title: string;
  /** Description for search engines; private pages have none. */
  description?: string;
  /** Date of a news item, YYYY-MM-DD. */
  date?: string;
}

/** Updates the canonical address and the descriptions in the head, where the document has them. */
function updateHeadMetadata(handle: RouteHandle | undefined, pathname: string): void {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical) canonical.href = new URL(pathname, canonical.href).href;
  const description = document.querySelector<HTMLMetaElement>('meta[name="description"]');
  if (description) description.content = handle?.description ?? '';
}

/**
 * Does on navigation what a browser does on page load: sets the title, announces it to screen readers, and focuses the
 * page or the target of the hash. Ignores a change of only the query. Rendered after the page, to set the title last.
 */
export function RouteAnnouncer() {
  const { pathname, hash, key } = useLocation();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const title = formatPageTitle(handle?.title);
  const [announcement, setAnnouncement] = useState('');
  useLayoutEffect(() => {
    document.title = title;
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
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
}
