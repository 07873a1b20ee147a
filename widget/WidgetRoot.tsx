import { useEffect, useLayoutEffect, useRef, useState } from 'react';
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

/** Props from the element. r2wc sets `container` to the shadow root. */
export interface WidgetRootProps {
  container?: HTMLElement;
  controller: WidgetContext;
}

const lazyPicker = createLazyModule(() => import('./picker/CurrencyPicker.tsx'));

/** The widget: shows the form, the currency picker or the claim. */
export function WidgetRoot({ container, controller }: WidgetRootProps) {
  return (
    <ErrorBoundary onError={() => controller.emit('error', { code: 'unexpected' })}>
      <WidgetContent controller={controller} root={container as unknown as ShadowRoot} />
    </ErrorBoundary>
  );
}

/** Loads the picker, the messages and the claim when a person starts to use the form. */
function preloadNextSteps(controller: WidgetContext): void {
  void lazyPicker.load();
  void lazyFormExtras.load();
  void controller.loadClaim();
}

function WidgetContent({ controller, root }: { controller: WidgetContext; root: ShadowRoot }) {
  useSignals();
  const hasInteracted = useRef(false);
  const pressedEarly = useRef<HTMLElement | null>(null);
  const claim = controller.claim.value;
  const phase = claim?.phase.value.phase ?? 'form';
  const ClaimFlow = lazyClaim.module.value?.ClaimFlow;
  useLayoutEffect(() => {
    const earlyInput = controller.completeHydration();
    if (!earlyInput?.wasTouched) return;
    pressedEarly.current = earlyInput.pressedElement;
    hasInteracted.current = true;
    preloadNextSteps(controller);
  }, [controller]);
  useEffect(() => {
    const pressed = pressedEarly.current;
    pressedEarly.current = null;
    // Clicks after the passive effects and their updates. An update during the click would reset a radio
    // button before React reads it.
    if (pressed) setTimeout(() => pressed.click());
  }, []);
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
  // Set once: a re-render must not move the focus away from the field a person types in.
  const [focusTarget, setFocusTarget] = useState<FocusTarget>(() =>
    hasInteracted.current ? 'button' : null,
  );
  const { phase } = controller.exchange.phase.value;
  const CurrencyPicker = lazyPicker.module.value?.CurrencyPicker;
  const openPicker = async (side: SideName) => {
    // A loaded picker renders in the same frame.
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
      <CurrencyPicker
        exchange={controller.exchange}
        base={controller.base}
        side={pickingSide}
        onClose={closePicker}
        root={root}
      />
    );
  return <ExchangeForm controller={controller} onPick={openPicker} focusTarget={focusTarget} />;
}
