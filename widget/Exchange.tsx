import { useEffect, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { SideName } from '#core/exchange/course.ts';
import { Boundary } from './Boundary.tsx';
import { chunk } from './chunk.ts';
import { Form } from './form/Form.tsx';
import { Skeleton } from './form/Skeleton.tsx';
import type { Life } from './life.ts';

/** What the element hands down; `container` is its shadow root, put there by r2wc. */
export interface ExchangeProps {
  container?: HTMLElement;
  life: Life;
}

const picker = chunk(() => import('./picker/Picker.tsx'));
const flow = chunk(() => import('./claim/Flow.tsx'));

/** Fetches what the next steps are drawn with, when a person begins to fill in. */
function prefetch() {
  void picker.load();
  void flow.load();
}

/** The widget: the form, its picker in the same frame, or the claim. */
export function Exchange({ container, life }: ExchangeProps) {
  const report = () => life.tell('error', { code: 'unexpected' });
  return (
    <Boundary onError={report}>
      <Frame life={life} root={container as unknown as ShadowRoot} />
    </Boundary>
  );
}

function Frame({ life, root }: { life: Life; root: ShadowRoot }) {
  useSignals();
  const acted = useRef(false);
  const { phase } = life.claim.phase.value;
  return (
    <div
      onFocus={prefetch}
      onPointerOver={prefetch}
      onKeyDownCapture={() => void (acted.current = true)}
      onPointerDownCapture={() => void (acted.current = true)}
    >
      {phase === 'form' ? (
        <Start life={life} root={root} acted={acted} />
      ) : (
        <Later life={life} root={root} acted={acted} />
      )}
    </div>
  );
}

/** Whether the person has touched the widget: before that it takes no focus. */
export type Acted = Readonly<{ current: boolean }>;

function Start({ life, root, acted }: { life: Life; root: ShadowRoot; acted: Acted }) {
  useSignals();
  const [picking, pick] = useState<SideName | null>(null);
  const [left, leave] = useState<SideName | null>(null);
  const { phase } = life.exchange.phase.value;
  const Picker = picker.module.value?.Picker;
  const open = (side: SideName) => {
    prefetch();
    pick(side);
  };
  const close = () => {
    leave(picking);
    pick(null);
  };
  if (phase !== 'ready') return <Skeleton exchange={life.exchange} />;
  if (picking && Picker)
    return <Picker exchange={life.exchange} side={picking} onClose={close} root={root} />;
  return <Form life={life} onPick={open} focus={acted.current ? (left ?? 'button') : null} />;
}

function Later({ life, root, acted }: { life: Life; root: ShadowRoot; acted: Acted }) {
  useSignals();
  useEffect(() => void flow.load(), []);
  const Flow = flow.module.value?.Flow;
  const failed = flow.failed.value;
  if (Flow) return <Flow life={life} root={root} acted={acted} />;
  return <Skeleton exchange={life.exchange} retry={failed ? () => void flow.load() : undefined} />;
}
