import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Change } from '#core/exchange/model.ts';
import type { Market } from './market.ts';
import { chosen, tell } from './query.ts';

/**
 * The widget that partners embed, wired to the address. It reads the query itself when it begins; a link that is
 * followed later is told to it; what a person chooses in it is written back without a new entry in the history. A claim
 * made in it has the reserves read again.
 */
export function Exchange({ market }: { market: Market }) {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const widget = useRef<HTMLElement>(null);
  const go = useRef(navigate);
  /** The address that the widget knows: the one it began with, was told or has brought about. */
  const known = useRef({ search, key });

  useEffect(() => {
    go.current = navigate;
  }, [navigate]);

  useEffect(() => {
    const before = known.current;
    known.current = { search, key };
    if (before.key === key || before.search === search || !widget.current) return;
    tell(widget.current, new URLSearchParams(search));
  }, [search, key]);

  useEffect(() => {
    const element = widget.current;
    if (!element) return;
    const changed = (event: Event) => {
      const { from, to, source } = (event as CustomEvent<Change>).detail;
      const query = source === 'user' && chosen(new URLSearchParams(location.search), from, to);
      if (!query) return;
      known.current = { ...known.current, search: `?${query}` };
      void go.current({ search: `?${query}` }, { replace: true, preventScrollReset: true });
    };
    const claimed = () => market.refreshReserves();
    element.addEventListener('exchange-change', changed);
    element.addEventListener('exchange-claim', claimed);
    return () => {
      element.removeEventListener('exchange-change', changed);
      element.removeEventListener('exchange-claim', claimed);
    };
  }, [market]);

  return <exchange-widget ref={widget} theme="dark" />;
}
