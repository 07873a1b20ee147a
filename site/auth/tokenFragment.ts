import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Actions of an e-mail's token. `stop`: «Это не я». `news`: ends the e-mails with news.
 * `confirm`, `cancel`: an alert about a course.
 */
type TokenKind = 'activate' | 'token' | 'stop' | 'news' | 'confirm' | 'cancel';

/** Parses a fragment like `#activate=…`; null for any other fragment. */
export function parseTokenFragment(hash: string): { kind: TokenKind; token: string } | null {
  const [, kind, token] = /^#(activate|token|stop|news|confirm|cancel)=([\w.~-]+)$/.exec(hash) ?? [];
  return kind && token ? { kind: kind as TokenKind, token } : null;
}

/** The token of an e-mail's link, read once and removed from the address. */
export function useTokenFragment(kind: TokenKind): string | null {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  const found = parseTokenFragment(hash);
  // The link of another e-mail, opened in the same tab, replaces the one before.
  const nextToken = found === null ? token : found.kind === kind ? found.token : null;
  if (nextToken !== token) setToken(nextToken);
  const hasFragment = found !== null;
  useEffect(() => {
    if (hasFragment) void navigate(pathname + search, { replace: true, preventScrollReset: true });
  }, [hasFragment, pathname, search, navigate]);
  return nextToken;
}
