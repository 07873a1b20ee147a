'use client';

import { createElement, forwardRef, useCallback, useEffect, useRef } from 'react';
import type { ForwardedRef } from 'react';
import type { ExchangeWidgetElement } from './types/index.d.ts';
import type { ExchangeWidget as DeclaredExchangeWidget, ExchangeWidgetProps } from './types/react.d.ts';
import './index.ts';

type Handlers = Pick<ExchangeWidgetProps, 'onReady' | 'onChange' | 'onStep' | 'onClaim' | 'onError'>;

/** Event name → name of the handler prop. */
const EVENT_HANDLERS = {
  'exchange-ready': 'onReady',
  'exchange-change': 'onChange',
  'exchange-step': 'onStep',
  'exchange-claim': 'onClaim',
  'exchange-error': 'onError',
} as const;

/**
 * `<exchange-widget>` for React 16.8 to 19. Before version 19, React sets only attributes on a custom element and
 * does not support its events. The wrapper therefore listens on the element itself in all versions.
 */
export const ExchangeWidget: typeof DeclaredExchangeWidget = forwardRef<
  ExchangeWidgetElement,
  ExchangeWidgetProps
>(function ExchangeWidget(
  { onReady, onChange, onStep, onClaim, onError, className, amount, ...rest },
  forwardedRef,
) {
  const handlers = useRef<Handlers>({ onReady, onChange, onStep, onClaim, onError });
  useEffect(() => {
    handlers.current = { onReady, onChange, onStep, onClaim, onError };
  });
  const detachRef = useRef<(() => void) | null>(null);
  // A ref, not an effect: effects run after a frame, and the element may dispatch an event before.
  const attach = useCallback(
    (element: ExchangeWidgetElement | null) => {
      detachRef.current?.();
      detachRef.current = null;
      if (!element) return;
      const stopListening = forwardEvents(element, handlers);
      const releaseRef = assignRef(forwardedRef, element);
      detachRef.current = () => {
        stopListening();
        releaseRef();
      };
    },
    [forwardedRef],
  );
  // Before React 19, className on a custom element becomes an attribute named `className`.
  const classAttribute = className === undefined ? {} : { class: className };
  const amountAttribute = amount === undefined ? {} : { amount: String(amount) };
  // The function is passed on, not called.
  // oxlint-disable-next-line react/refs
  return createElement('exchange-widget', { ...rest, ...classAttribute, ...amountAttribute, ref: attach });
});

ExchangeWidget.displayName = 'ExchangeWidget';

/** Assigns the element to the caller's ref. Returns a cleanup function. */
function assignRef(ref: ForwardedRef<ExchangeWidgetElement>, element: ExchangeWidgetElement): () => void {
  if (typeof ref !== 'function') {
    if (ref) ref.current = element;
    return () => {
      if (ref) ref.current = null;
    };
  }
  // Since React 19 a callback ref may return a cleanup function. React then does not call the ref with null.
  const cleanup: unknown = ref(element);
  return () => void (typeof cleanup === 'function' ? cleanup() : ref(null));
}

/** Forwards the element's events to the current handlers. Returns a cleanup function. */
function forwardEvents(element: ExchangeWidgetElement, handlers: { readonly current: Handlers }): () => void {
  const callHandler = (event: Event) => {
    const name = EVENT_HANDLERS[event.type as keyof typeof EVENT_HANDLERS];
    (handlers.current[name] as ((event: Event) => void) | undefined)?.(event);
  };
  // Ignores events of another widget inside the slot.
  const onEvent = (event: Event) => event.target === element && callHandler(event);
  for (const name of Object.keys(EVENT_HANDLERS)) element.addEventListener(name, onEvent);
  return () => {
    for (const name of Object.keys(EVENT_HANDLERS)) element.removeEventListener(name, onEvent);
  };
}
