'use client';

import { createElement, forwardRef, useCallback, useEffect, useRef } from 'react';
import type { ForwardedRef } from 'react';
import type { ExchangeWidgetElement } from './types/index.d.ts';
import type { ExchangeWidget as Declared, ExchangeWidgetProps } from './types/react.d.ts';
import './index.ts';

type Handlers = Pick<ExchangeWidgetProps, 'onReady' | 'onChange' | 'onClaim' | 'onError'>;

/** An event's name → the function of the props that hears it. */
const heard = {
  'exchange-ready': 'onReady',
  'exchange-change': 'onChange',
  'exchange-claim': 'onClaim',
  'exchange-error': 'onError',
} as const;

/**
 * `<exchange-widget>` for React 16.8 to 19. React before 19 gives a custom element attributes only and knows none of its
 * events, so the events are listened to on the element itself, whichever React it is.
 */
export const ExchangeWidget: typeof Declared = forwardRef<ExchangeWidgetElement, ExchangeWidgetProps>(
  function ExchangeWidget({ onReady, onChange, onClaim, onError, className, amount, ...rest }, outer) {
    const handlers = useRef<Handlers>({ onReady, onChange, onClaim, onError });
    useEffect(() => {
      handlers.current = { onReady, onChange, onClaim, onError };
    });
    const leave = useRef<(() => void) | null>(null);
    // By the ref and not in an effect: effects run after a frame, and the element may have told something by then.
    const attach = useCallback(
      (element: ExchangeWidgetElement | null) => {
        leave.current?.();
        leave.current = null;
        if (!element) return;
        const quiet = listen(element, handlers);
        const forget = hand(outer, element);
        leave.current = () => {
          quiet();
          forget();
        };
      },
      [outer],
    );
    // Before React 19 a custom element's className would be an attribute of that very name.
    const named = className === undefined ? {} : { class: className };
    const sum = amount === undefined ? {} : { amount: String(amount) };
    // A function that is handed down, not one that is called.
    // oxlint-disable-next-line react/refs
    return createElement('exchange-widget', { ...rest, ...named, ...sum, ref: attach });
  },
);

ExchangeWidget.displayName = 'ExchangeWidget';

/** Gives the element to the ref of whoever uses the wrapper; answers how to take it back. */
function hand(ref: ForwardedRef<ExchangeWidgetElement>, element: ExchangeWidgetElement): () => void {
  if (typeof ref !== 'function') {
    if (ref) ref.current = element;
    return () => {
      if (ref) ref.current = null;
    };
  }
  // Since React 19 a ref may answer how to end it, and then is not called with null.
  const end: unknown = ref(element);
  return () => void (typeof end === 'function' ? end() : ref(null));
}

/** Hands the element's events on to whoever is given at that moment; answers how to end it. */
function listen(element: ExchangeWidgetElement, handlers: { readonly current: Handlers }): () => void {
  const tell = (event: Event) => {
    const name = heard[event.type as keyof typeof heard];
    (handlers.current[name] as ((event: Event) => void) | undefined)?.(event);
  };
  // An event of a widget inside the slot is not this one's.
  const own = (event: Event) => event.target === element && tell(event);
  for (const name of Object.keys(heard)) element.addEventListener(name, own);
  return () => {
    for (const name of Object.keys(heard)) element.removeEventListener(name, own);
  };
}
