import { useLayoutEffect, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { SideName } from '#core/exchange/course.ts';
import { Boundary } from './Boundary.tsx';
import { chunk } from './chunk.ts';
import { Form } from './form/Form.tsx';
import type { Focus } from './form/Form.tsx';
import { Skeleton } from './form/Skeleton.tsx';
import type { Life } from './life.ts';
import { part } from './parts.ts';
import { later } from './Sentence.tsx';

/** What the element hands down; `container` is its shadow root, put there by r2wc. */
export interface ExchangeProps {
  container?: HTMLElement;
  life: Life;
}

const picker = chunk(() => import('./picker/Picker.tsx'));

/** Whether the person has touched the widget: before that it takes no focus. */
export type Acted = Readonly<{ current: boolean }>;

/** The widget: the form, its picker in the same frame, or the claim. */
export function Exchange({ container, life }: ExchangeProps) {
  return (
    <Boundary onError={() => life.tell('error', { code: 'unexpected' })}>
      <Frame life={life} root={container as unknown as ShadowRoot} />
    </Boundary>
  );
}

/** What the next steps need is fetched when a person begins to fill in. */
function begin(life: Life): void {
  void picker.load();
  void later.load();
  void life.begin();
}

function Frame({ life, root }: { life: Life; root: ShadowRoot }) {
  useSignals();
  const acted = useRef(false);
  const claim = life.claim.value;
  const phase = claim?.phase.value.phase ?? 'form';
  const Flow = part.module.value?.Flow;
  useLayoutEffect(() => {
    if (!life.arrive()?.touched) return;
    acted.current = true;
    begin(life);
  }, [life]);
  return (
    <div
      onFocus={() => begin(life)}
      onPointerOver={() => begin(life)}
      onKeyDownCapture={() => void (acted.current = true)}
      onPointerDownCapture={() => void (acted.current = true)}
    >
      {claim && Flow && phase !== 'form' ? (
        <Flow life={life} claim={claim} root={root} acted={acted} />
      ) : (
        <Start life={life} root={root} acted={acted} />
      )}
    </div>
  );
}

function Start({ life, root, acted }: { life: Life; root: ShadowRoot; acted: Acted }) {
  useSignals();
  const [picking, pick] = useState<SideName | null>(null);
  // Decided once: an element that only draws anew must not take the focus from the field a person types in.
  const [focus, leave] = useState<Focus>(() => (acted.current ? 'button' : null));
  const { phase } = life.exchange.phase.value;
  const Picker = picker.module.value?.Picker;
  const open = async (side: SideName) => {
    // What is here is drawn in the same frame.
    if (!picker.module.peek()) await picker.load();
    const here = picker.module.peek() !== null;
    if (here) pick(side);
    return here;
  };
  const close = () => {
    leave(picking);
    pick(null);
  };
  if (phase !== 'ready') return <Skeleton exchange={life.exchange} />;
  if (picking && Picker)
    return <Picker exchange={life.exchange} side={picking} onClose={close} root={root} />;
  return <Form life={life} onPick={open} focus={focus} />;
}
