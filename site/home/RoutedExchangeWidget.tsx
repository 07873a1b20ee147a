import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { ExchangeChangeDetail } from '#core/exchange/form/exchangeModel.ts';
import type { ExchangeWidget } from '#widget/element.ts';
import type { WidgetStep } from '#widget/widgetStep.ts';
import type { MarketQuery } from './marketQuery.ts';
import {
  createEntryState,
  getEntryDepth,
  getEntryStep,
  getStepDepth,
  isOwnNavigation,
} from './stepHistory.ts';
import { replacePairInQuery, applyQueryToWidget } from './widgetQuery.ts';

/** The element, which has its methods once its code is loaded. */
type RoutedWidget = HTMLElement & Partial<Pick<ExchangeWidget, 'showForm' | 'returnToStep'>>;

/**
 * The partners' widget, synchronized with the URL. The widget reads the query when it mounts. Later navigation shows the
 * form and updates its attributes; the visitor's choice replaces the query without a history entry. Each step after the
 * form has an entry, so that the browser's Back shows the step before. A new claim refreshes the reserves.
 */
export function RoutedExchangeWidget({ market }: { market: MarketQuery }) {
  const { search, key, state } = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  const widgetRef = useRef<RoutedWidget>(null);
  const navigateRef = useRef(navigate);
  const depth = getEntryDepth(state);
  const entryRef = useRef({ key, search, depth });
  const stepRef = useRef<WidgetStep>('form');
  const isOwnChange = isOwnNavigation(state, navigationType);

  useEffect(() => {
    navigateRef.current = navigate;
  }, [navigate]);

  useEffect(() => {
    const [previous, widget] = [entryRef.current, widgetRef.current];
    entryRef.current = { key, search, depth };
    if (previous.key === key || isOwnChange || !widget) return;
    const isStepChange = navigationType === 'POP' && previous.search === search && previous.depth !== depth;
    if (isStepChange && stepRef.current !== 'claim') return widget.returnToStep?.(getEntryStep(depth));
    // The steps before a claim are over.
    if (isStepChange && depth > 0) return void navigateRef.current(-depth);
    showForm(widget);
    if (!isStepChange) applyQueryToWidget(widget, new URLSearchParams(search));
  }, [search, key, depth, isOwnChange, navigationType]);

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
      const entryState = createEntryState(entryRef.current.depth);
      const options = { replace: true, preventScrollReset: true, state: entryState };
      void navigateRef.current({ search: `?${nextQuery}` }, options);
    };
    const onExchangeStep = (event: Event) => {
      const { step } = (event as CustomEvent<{ step: WidgetStep }>).detail;
      stepRef.current = step;
      const [entryDepth, stepDepth] = [entryRef.current.depth, getStepDepth(step)];
      if (stepDepth === null) return;
      if (stepDepth < entryDepth) return void navigateRef.current(stepDepth - entryDepth);
      for (let next = entryDepth + 1; next <= stepDepth; next++) {
        const options = { preventScrollReset: true, state: createEntryState(next) };
        void navigateRef.current({ search: location.search }, options);
      }
    };
    const onExchangeClaim = () => market.refresh();
    const listeners = [
      ['exchange-change', onExchangeChange],
      ['exchange-step', onExchangeStep],
      ['exchange-claim', onExchangeClaim],
    ] as const;
    for (const [name, listener] of listeners) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of listeners) element.removeEventListener(name, listener);
    };
  }, [market]);

  return <exchange-widget ref={widgetRef} theme="dark" />;
}

/** Shows the form, also if the element's code is still loading. */
function showForm(widget: RoutedWidget): void {
  if (widget.showForm) widget.showForm();
  else void customElements.whenDefined(widget.localName).then(() => widget.showForm?.());
}
