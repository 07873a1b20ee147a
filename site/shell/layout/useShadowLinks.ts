import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isSitePath } from '../../routePaths.ts';

/** Follows links in shadow roots with the router if they lead to pages of this site. */
export function useShadowLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const [clickedNode] = event.composedPath();
      // The router handles links outside of shadow roots.
      if (!(clickedNode instanceof Element) || !(clickedNode.getRootNode() instanceof ShadowRoot)) return;
      const link = clickedNode.closest('a');
      const isPlainClick =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !isPlainClick || event.defaultPrevented || link.target || link.hasAttribute('download'))
        return;
      const { origin, pathname, search, hash } = new URL(link.href);
      if (origin !== location.origin || !isSitePath(pathname)) return;
      event.preventDefault();
      void navigate({ pathname, search, hash });
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [navigate]);
}
