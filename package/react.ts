'use client';

import { createElement, forwardRef, useCallback, useEffect, useRef } from 'react';
import type { ForwardedRef } from 'react';
import type { ExchangeWidgetElement } from './types/index.d.ts';
import type { ExchangeWidget as DeclaredExchangeWidget, ExchangeWidgetProps } from './types/react.d.ts';
import './index.ts';

type Handlers = Pick<ExchangeWidgetProps, 'onReady' | 'onChange' | 'onClaim' | 'onError'>;

/** An event's name → the function of the props that hears it. */
const EVENT_HANDLERS = {
  'exchange-ready': 'onReady',
  'exchange-change': 'onChange',
  'exchange-claim': 'onClaim',
  'exchange-error': 'onError',
} as const;

/**
 * `<exchange-widget>` for React 16.8 to 19. React before 19 gives a custom element attributes only and knows none of its
 * events, so the events are listened to on the element itself, whichever React it is.
 */
export const ExchangeWidget: typeof DeclaredExchangeWidget = forwardRef<
  ExchangeWidgetElement,
  ExchangeWidgetProps
>(function ExchangeWidget({ onReady, onChange, onClaim, onError, className, amount, ...rest }, forwardedRef) {
  const handlers = useRef<Handlers>({ onReady, onChange, onClaim, onError });
  useEffect(() => {
    handlers.current = { onReady, onChange, onClaim, onError };
  });
  const detachRef = useRef<(() => void) | null>(null);
  // By the ref and not in an effect: effects run after a frame, and the element may have told something by then.
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
  // Before React 19 a custom element's className would be an attribute of that very name.
  const classAttribute = className === undefined ? {} : { class: className };
  const amountAttribute = amount === undefined ? {} : { amount: String(amount) };
  // A function that is handed down, not one that is called.
  // oxlint-disable-next-line react/refs
  return createElement('exchange-widget', { ...rest, ...classAttribute, ...amountAttribute, ref: attach });
});

ExchangeWidget.displayName = 'ExchangeWidget';

/** Gives the element to the ref of whoever uses the wrapper; answers how to take it back. */
function assignRef(ref: ForwardedRef<ExchangeWidgetElement>, element: ExchangeWidgetElement): () => void {
  if (typeof ref !== 'function') {
    if (ref) ref.current = element;
    return () => {
      if (ref) ref.current = null;
    };
  }
  // Since React 19 a ref may answer how to end it, and then is not called with null.
  const cleanup: unknown = ref(element);
  return () => void (typeof cleanup === 'function' ? cleanup() : ref(null));
}

/** Hands the element's events on to whoever is given at that moment; answers how to end it. */
function forwardEvents(element: ExchangeWidgetElement, handlers: { readonly current: Handlers }): () => void {
  const callHandler = (event: Event) => {
    const name = EVENT_HANDLERS[event.type as keyof typeof EVENT_HANDLERS];
    (handlers.current[name] as ((event: Event) => void) | undefined)?.(event);
  };
  // An event of a widget inside the slot is not this one's.
  const onEvent = (event: Event) => event.target === element && callHandler(event);
  for (const name of Object.keys(EVENT_HANDLERS)) element.addEventListener(name, onEvent);
  return () => {
    for (const name of Object.keys(EVENT_HANDLERS)) element.removeEventListener(name, onEvent);
  };
}
