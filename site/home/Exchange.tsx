import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Change } from '#core/exchange/model.ts';
import type { Market } from './market.ts';
import { read, write } from './query.ts';

/**
 * The widget that partners embed, wired to the address: the query chooses its pair, and what a person chooses in it is
 * written back without a new entry in the history. A claim made in it has the reserves read again.
 */
export function Exchange({ market }: { market: Market }) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const widget = useRef<HTMLElement>(null);
  const latest = useRef({ query, navigate });
  useEffect(() => {
    latest.current = { query, navigate };
  }, [query, navigate]);
  useEffect(() => {
    const element = widget.current;
    if (!element) return;
    const changed = (event: Event) => {
      const { from, to, source } = (event as CustomEvent<Change>).detail;
      if (source !== 'user') return;
      const search = write(new URLSearchParams(location.search), from, to);
      if (search)
        void latest.current.navigate({ search: `?${search}` }, { replace: true, preventScrollReset: true });
    };
    const claimed = () => void market.refreshReserves();
    element.addEventListener('exchange-change', changed);
    element.addEventListener('exchange-claim', claimed);
    return () => {
      element.removeEventListener('exchange-change', changed);
      element.removeEventListener('exchange-claim', claimed);
    };
  }, [market]);
  return <exchange-widget ref={widget} theme="dark" {...read(query)} />;
}
