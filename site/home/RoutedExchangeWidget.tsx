import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { ExchangeChangeDetail } from '#core/exchange/form/exchangeModel.ts';
import type { ExchangeWidget } from '#widget/element.ts';
import type { MarketQuery } from './marketQuery.ts';
import { replacePairInQuery, applyQueryToWidget } from './widgetQuery.ts';

/** State of a location that the visitor's choice in the widget led to. */
const FROM_WIDGET = 'widget';

/** The element, which has its methods once its code is loaded. */
type RoutedWidget = HTMLElement & Partial<Pick<ExchangeWidget, 'showForm'>>;

/**
 * The partners' widget, synchronized with the URL. The widget reads the query when it mounts. Later navigation shows the
 * form and updates its attributes; the visitor's choice replaces the query without a history entry. A new claim refreshes
 * the reserves.
 */
export function RoutedExchangeWidget({ market }: { market: MarketQuery }) {
  const { search, key, state } = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  const widgetRef = useRef<RoutedWidget>(null);
  const navigateRef = useRef(navigate);
  const shownKey = useRef(key);
  // A later visit of the same history entry is not the widget's own change.
  const isOwnChange = state === FROM_WIDGET && navigationType === 'REPLACE';

  useEffect(() => {
    navigateRef.current = navigate;
  }, [navigate]);

  useEffect(() => {
    const isNewLocation = shownKey.current !== key;
    shownKey.current = key;
    if (!isNewLocation || isOwnChange || !widgetRef.current) return;
    showForm(widgetRef.current);
    applyQueryToWidget(widgetRef.current, new URLSearchParams(search));
  }, [search, key, isOwnChange]);

  const wasOpenedByLink = useRef(navigationType === 'PUSH');
  // Before the widget opens the tab's claim, which has its own link in the header.
  useLayoutEffect(() => {
    if (wasOpenedByLink.current && widgetRef.current) showForm(widgetRef.current);
  }, []);

  useEffect(() => {
    const element = widgetRef.current;
    if (!element) return;
    const onExchangeChange = (event: Event) => {
      const { from, to, source } = (event as CustomEvent<ExchangeChangeDetail>).detail;
      const nextQuery =
        source === 'user' && replacePairInQuery(new URLSearchParams(location.search), from, to);
      if (!nextQuery) return;
      const options = { replace: true, preventScrollReset: true, state: FROM_WIDGET };
      void navigateRef.current({ search: `?${nextQuery}` }, options);
    };
    const onExchangeClaim = () => market.refresh();
    element.addEventListener('exchange-change', onExchangeChange);
    element.addEventListener('exchange-claim', onExchangeClaim);
    return () => {
      element.removeEventListener('exchange-change', onExchangeChange);
      element.removeEventListener('exchange-claim', onExchangeClaim);
    };
  }, [market]);

  return <exchange-widget ref={widgetRef} theme="dark" />;
}

/** Shows the form, also if the element's code is still loading. */
function showForm(widget: RoutedWidget): void {
  if (widget.showForm) widget.showForm();
  else void customElements.whenDefined(widget.localName).then(() => widget.showForm?.());
}
