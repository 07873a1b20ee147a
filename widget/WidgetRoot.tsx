import { useLayoutEffect, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { SideName } from '#core/exchange/course.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { createLazyModule } from './lazy/lazyModule.ts';
import { ExchangeForm } from './form/ExchangeForm.tsx';
import type { FocusTarget } from './form/ExchangeForm.tsx';
import { FormSkeleton } from './form/FormSkeleton.tsx';
import type { InteractionRef, WidgetContext } from './widgetContext.ts';
import { lazyClaim } from './lazy/lazyClaim.ts';
import { lazyFormExtras } from './Message.tsx';

/** What the element hands down; `container` is its shadow root, put there by r2wc. */
export interface WidgetRootProps {
  container?: HTMLElement;
  controller: WidgetContext;
}

const lazyPicker = createLazyModule(() => import('./picker/CurrencyPicker.tsx'));

/** The widget: the form, its picker in the same frame, or the claim. */
export function WidgetRoot({ container, controller }: WidgetRootProps) {
  return (
    <ErrorBoundary onError={() => controller.emit('error', { code: 'unexpected' })}>
      <WidgetContent controller={controller} root={container as unknown as ShadowRoot} />
    </ErrorBoundary>
  );
}

/** What the next steps need is fetched when a person begins to fill in. */
function preloadNextSteps(controller: WidgetContext): void {
  void lazyPicker.load();
  void lazyFormExtras.load();
  void controller.loadClaim();
}

function WidgetContent({ controller, root }: { controller: WidgetContext; root: ShadowRoot }) {
  useSignals();
  const hasInteracted = useRef(false);
  const claim = controller.claim.value;
  const phase = claim?.phase.value.phase ?? 'form';
  const ClaimFlow = lazyClaim.module.value?.ClaimFlow;
  useLayoutEffect(() => {
    if (!controller.completeHydration()?.wasTouched) return;
    hasInteracted.current = true;
    preloadNextSteps(controller);
  }, [controller]);
  return (
    <div
      onFocus={() => preloadNextSteps(controller)}
      onPointerOver={() => preloadNextSteps(controller)}
      onKeyDownCapture={() => void (hasInteracted.current = true)}
      onPointerDownCapture={() => void (hasInteracted.current = true)}
    >
      {claim && ClaimFlow && phase !== 'form' ? (
        <ClaimFlow controller={controller} claimModel={claim} root={root} hasInteracted={hasInteracted} />
      ) : (
        <FormScreen controller={controller} root={root} hasInteracted={hasInteracted} />
      )}
    </div>
  );
}

function FormScreen({
  controller,
  root,
  hasInteracted,
}: {
  controller: WidgetContext;
  root: ShadowRoot;
  hasInteracted: InteractionRef;
}) {
  useSignals();
  const [pickingSide, setPickingSide] = useState<SideName | null>(null);
  // Decided once: an element that only draws anew must not take the focus from the field a person types in.
  const [focusTarget, setFocusTarget] = useState<FocusTarget>(() =>
    hasInteracted.current ? 'button' : null,
  );
  const { phase } = controller.exchange.phase.value;
  const CurrencyPicker = lazyPicker.module.value?.CurrencyPicker;
  const openPicker = async (side: SideName) => {
    // What is here is drawn in the same frame.
    if (!lazyPicker.module.peek()) await lazyPicker.load();
    const isLoaded = lazyPicker.module.peek() !== null;
    if (isLoaded) setPickingSide(side);
    return isLoaded;
  };
  const closePicker = () => {
    setFocusTarget(pickingSide);
    setPickingSide(null);
  };
  if (phase !== 'ready') return <FormSkeleton exchange={controller.exchange} />;
  if (pickingSide && CurrencyPicker)
    return (
      <CurrencyPicker exchange={controller.exchange} side={pickingSide} onClose={closePicker} root={root} />
    );
  return <ExchangeForm controller={controller} onPick={openPicker} focusTarget={focusTarget} />;
}
