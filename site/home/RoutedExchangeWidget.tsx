import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ExchangeChangeDetail } from '#core/exchange/form/exchangeModel.ts';
import type { MarketQueries } from './marketQueries.ts';
import { replacePairInQuery, applyQueryToWidget } from './widgetQuery.ts';

/**
 * The partners' widget, synchronized with the URL. The widget reads the query when it mounts. Later navigation updates
 * its attributes; the visitor's choice replaces the query without a history entry. A new claim refreshes the reserves.
 */
export function RoutedExchangeWidget({ market }: { market: MarketQueries }) {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const widgetRef = useRef<HTMLElement>(null);
  const navigateRef = useRef(navigate);
  /** The location that the widget already shows, so that its own changes are not applied to it again. */
  const knownLocation = useRef({ search, key });

  useEffect(() => {
    navigateRef.current = navigate;
  }, [navigate]);

  useEffect(() => {
    const previous = knownLocation.current;
    knownLocation.current = { search, key };
    if (previous.key === key || previous.search === search || !widgetRef.current) return;
    applyQueryToWidget(widgetRef.current, new URLSearchParams(search));
  }, [search, key]);

  useEffect(() => {
    const element = widgetRef.current;
    if (!element) return;
    const onExchangeChange = (event: Event) => {
      const { from, to, source } = (event as CustomEvent<ExchangeChangeDetail>).detail;
      const nextQuery =
        source === 'user' && replacePairInQuery(new URLSearchParams(location.search), from, to);
      if (!nextQuery) return;
      knownLocation.current = { ...knownLocation.current, search: `?${nextQuery}` };
      void navigateRef.current({ search: `?${nextQuery}` }, { replace: true, preventScrollReset: true });
    };
    const onExchangeClaim = () => market.reserves.refresh();
    element.addEventListener('exchange-change', onExchangeChange);
    element.addEventListener('exchange-claim', onExchangeClaim);
    return () => {
      element.removeEventListener('exchange-change', onExchangeChange);
      element.removeEventListener('exchange-claim', onExchangeClaim);
    };
  }, [market]);

  return <exchange-widget ref={widgetRef} theme="dark" />;
}
