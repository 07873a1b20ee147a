import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { ExchangeChangeDetail } from '#core/exchange/form/exchangeModel.ts';
import type { ExchangeWidget } from '#widget/element.ts';
import type { MarketQueries } from './marketQueries.ts';
import { replacePairInQuery, applyQueryToWidget } from './widgetQuery.ts';

/**
 * The partners' widget, synchronized with the URL. The widget reads the query when it mounts. Later navigation shows the
 * form and updates its attributes; the visitor's choice replaces the query without a history entry. A new claim refreshes
 * the reserves.
 */
export function RoutedExchangeWidget({ market }: { market: MarketQueries }) {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const widgetRef = useRef<HTMLElement & Partial<Pick<ExchangeWidget, 'showForm'>>>(null);
  const navigateRef = useRef(navigate);
  /** The location that the widget shows. The key is null while the widget's own change is being navigated to. */
  const knownLocation = useRef<{ search: string; key: string | null }>({ search, key });

  useEffect(() => {
    navigateRef.current = navigate;
  }, [navigate]);

  useEffect(() => {
    const previous = knownLocation.current;
    knownLocation.current = { search, key };
    if (previous.key === null || previous.key === key || !widgetRef.current) return;
    widgetRef.current.showForm?.();
    applyQueryToWidget(widgetRef.current, new URLSearchParams(search));
  }, [search, key]);

  const wasOpenedByLink = useRef(useNavigationType() === 'PUSH');
  // Before the widget opens the tab's claim, which has its own link in the header.
  useLayoutEffect(() => {
    if (wasOpenedByLink.current) widgetRef.current?.showForm?.();
  }, []);

  useEffect(() => {
    const element = widgetRef.current;
    if (!element) return;
    const onExchangeChange = (event: Event) => {
      const { from, to, source } = (event as CustomEvent<ExchangeChangeDetail>).detail;
      const nextQuery =
        source === 'user' && replacePairInQuery(new URLSearchParams(location.search), from, to);
      if (!nextQuery) return;
      knownLocation.current = { search: `?${nextQuery}`, key: null };
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
