import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';

/** What a route says about its page. */
export interface Handle {
  title: string;
}

/**
 * What a browser does by itself when a document loads: the title of the page, and the focus on its beginning or on the
 * part that the hash names. A change of the query alone moves nothing.
 */
export function useArrival(): void {
  const { pathname, hash, key } = useLocation();
  const handle = useMatches().at(-1)?.handle as Handle | undefined;
  useEffect(() => {
    if (handle) document.title = handle.title;
  }, [handle]);
  const last = useRef({ pathname, key });
  useEffect(() => {
    const before = last.current;
    last.current = { pathname, key };
    if (before.key === key) return;
    const part = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    const place = part ?? (before.pathname === pathname ? null : document.getElementById('main'));
    place?.focus({ preventScroll: true });
  }, [pathname, hash, key]);
}
