import { useCallback, useEffect, useRef } from 'react';
import type { RefObject } from 'react';
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
  readEntryDepth,
} from './stepHistory.ts';
import { useAccountConnection } from '../shell/session/useAccountConnection.ts';
import { replacePairInQuery, applyQueryToWidget } from './widgetQuery.ts';

/** The element, which has its methods once its code is loaded. */
type RoutedWidget = HTMLElement & Partial<Pick<ExchangeWidget, 'showForm' | 'returnToStep'>>;

/**
 * The partners' widget, synchronized with the URL. The widget reads the query when it mounts. Later
 * navigation shows the form and updates its attributes; the visitor's choice replaces the query without a
 * history entry. Each step after the form has an entry, so that Back shows the previous step. A new claim
 * refreshes the reserves and opens on its own page.
 */
export function RoutedExchangeWidget({ market }: { market: MarketQuery }) {
  const widgetRef = useRef<RoutedWidget>(null);
  const connectAccount = useAccountConnection();
  const attachWidget = useCallback(
    (element: HTMLElement | null) => {
      widgetRef.current = element;
      connectAccount(element);
    },
    [connectAccount],
  );
  const stepRef = useRef<WidgetStep>('form');
  useShownLocation(widgetRef, stepRef);
  const navigate = useNavigate();
  useWidgetEvent<ExchangeChangeDetail>(widgetRef, 'exchange-change', ({ from, to, source }) => {
    const nextQuery = source === 'user' && replacePairInQuery(new URLSearchParams(location.search), from, to);
    if (!nextQuery) return;
    const options = { replace: true, preventScrollReset: true, state: createEntryState(readEntryDepth()) };
    void navigate({ search: `?${nextQuery}` }, options);
  });
  useWidgetEvent<{ step: WidgetStep }>(widgetRef, 'exchange-step', ({ step }) => {
    stepRef.current = step;
    const [stepDepth, depth] = [getStepDepth(step), readEntryDepth()];
    if (stepDepth === null) return;
    if (stepDepth < depth) return void navigate(stepDepth - depth);
    for (let next = depth + 1; next <= stepDepth; next++) {
      const options = { preventScrollReset: true, state: createEntryState(next) };
      void navigate({ search: location.search }, options);
    }
  });
  useWidgetEvent(widgetRef, 'exchange-claim', () => market.refresh());
  return <exchange-widget ref={attachWidget} theme="dark" />;
}

/** Shows in the widget what the visitor navigates to. `stepRef` is the step that the widget shows. */
function useShownLocation(widgetRef: RefObject<RoutedWidget | null>, stepRef: RefObject<WidgetStep>): void {
  const { search, key, state } = useLocation();
  const navigationType = useNavigationType();
  const depth = getEntryDepth(state);
  const entryRef = useRef({ key, search, depth });
  const isOwnChange = isOwnNavigation(state, navigationType);

  useEffect(() => {
    const [previous, widget] = [entryRef.current, widgetRef.current];
    entryRef.current = { key, search, depth };
    if (previous.key === key || isOwnChange || !widget) return;
    const isStepChange = navigationType === 'POP' && previous.search === search && previous.depth !== depth;
    if (isStepChange) return;
    // Instead of a claim whose page is loading.
    showForm(widget);
    applyQueryToWidget(widget, new URLSearchParams(search));
  }, [widgetRef, search, key, depth, isOwnChange, navigationType]);

  useEffect(() => {
    const showEntryStep = () => {
      const depth = readEntryDepth();
      if ((getStepDepth(stepRef.current) ?? 0) > depth)
        widgetRef.current?.returnToStep?.(getEntryStep(depth));
    };
    // Not by the router's location: Back right after a step comes before the router has rendered the step's entry.
    addEventListener('popstate', showEntryStep);
    return () => removeEventListener('popstate', showEntryStep);
  }, [widgetRef, stepRef]);
}

/** Calls `handler` with the detail of each event of that name. */
function useWidgetEvent<Detail>(
  widgetRef: RefObject<RoutedWidget | null>,
  name: string,
  handler: (detail: Detail) => void,
): void {
  // After each render: the handlers are new then, and the listeners cost little.
  useEffect(() => {
    const element = widgetRef.current;
    const listener = (event: Event) => handler((event as CustomEvent<Detail>).detail);
    element?.addEventListener(name, listener);
    return () => element?.removeEventListener(name, listener);
  });
}

/** Shows the form, also if the element's code is still loading. */
function showForm(widget: RoutedWidget): void {
  if (widget.showForm) widget.showForm();
  else void customElements.whenDefined(widget.localName).then(() => widget.showForm?.());
}
