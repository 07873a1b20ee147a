import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useMatches } from 'react-router';
import { part } from './part.ts';

/** What a route says about its page. */
export interface Handle {
  title: string;
  /** A sentence or two for search engines; pages of one visitor's own have none. */
  description?: string;
  /** The day of a news item: 2026-11-18. */
  date?: string;
}

/** What is shared or kept of the page follows it: its address and its description, where the document has them. */
function adopt(handle: Handle | undefined, pathname: string): void {
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
export function Arrival() {
  const { pathname, hash, key } = useLocation();
  const handle = useMatches().at(-1)?.handle as Handle | undefined;
  const title = handle?.title;
  const [said, say] = useState('');
  useLayoutEffect(() => {
    if (title) document.title = title;
  }, [title]);
  useEffect(() => adopt(handle, pathname), [handle, pathname]);
  const last = useRef({ pathname, key });
  useEffect(() => {
    const before = last.current;
    last.current = { pathname, key };
    if (before.key === key) return;
    const moved = before.pathname !== pathname;
    if (moved) say(document.title);
    const place = part(hash) ?? (moved ? document.getElementById('main') : null);
    place?.focus({ preventScroll: true });
  }, [pathname, hash, key]);
  return (
    <p className="vh" role="status">
      {said}
    </p>
  );
}
