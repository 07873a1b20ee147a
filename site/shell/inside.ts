import { useEffect } from 'react';
import { matchPath, useNavigate } from 'react-router';
import { addresses } from '../addresses.ts';

/** Follows links inside the widget without loading the page anew, when they lead to a page of this site. */
export function useInside(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const [first] = event.composedPath();
      // The router has seen to links outside of shadow roots.
      if (!(first instanceof Element) || !(first.getRootNode() instanceof ShadowRoot)) return;
      const link = first.closest('a');
      const plain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
      const { origin, pathname, search, hash } = new URL(link.href);
      const ours = Object.values(addresses).some(pattern => matchPath(pattern, pathname));
      if (origin !== location.origin || !ours) return;
      event.preventDefault();
      void navigate({ pathname, search, hash });
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}
