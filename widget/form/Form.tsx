import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { SideName } from '#core/exchange/course.ts';
import { beyond } from '../figures.ts';
import type { Life } from '../life.ts';
import { later } from '../Sentence.tsx';
import { Notes } from './Notes.tsx';
import { Seam } from './Seam.tsx';
import { Side } from './Side.tsx';
import { Submit } from './Submit.tsx';
import { Types } from './Types.tsx';

/** What the form takes the focus to when it comes back: the button of a currency, or the primary one. */
export type Focus = SideName | 'button' | null;

/** The form: what is sent, what is received, at which course. */
export function Form({
  life,
  onPick,
  focus,
}: {
  life: Life;
  /** Opens the picker; false when its part could not be fetched. */
  onPick: (side: SideName) => Promise<boolean>;
  focus: Focus;
}) {
  useSignals();
  const { exchange, base, home } = life;
  // Markup that came ready-made has none of it.
  const Late = life.arriving.value ? null : later.module.value;
  const [from, to] = [exchange.from.value?.ticker, exchange.to.value?.ticker];
  const replaced = exchange.replaced.value.length > 0;
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [broken, setBroken] = useState(false);

  useEffect(() => {
    if (focus) form.current?.querySelector<HTMLElement>(`[data-focus=${focus}]`)?.focus();
  }, [focus]);

  useEffect(() => {
    if (replaced) void later.load();
  }, [replaced]);

  const open = async (side: SideName) => setBroken(!(await onPick(side)));

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const past = beyond(exchange);
    if (past) return exchange.put(past.side, past.hint.kind === 'below_min' ? 'min' : 'max');
    if (!exchange.settle() || exchange.closed.peek()) return;
    if (exchange.link.peek() === 'stale') return exchange.retry();
    setBusy(true);
    const claim = await life.begin();
    setBroken(!claim);
    await claim?.next();
    setBusy(false);
  };

  const [origin, target] = home ? ['', {}] : [base, { target: '_blank', rel: 'noopener' }];
  return (
    <form
      className="x"
      // Sent before any script is here, it goes nowhere.
      method="dialog"
      part="panel"
      aria-label={`Обмен валюты: ${from} на ${to}`}
      noValidate
      ref={form}
      onSubmit={submit}
    >
      {replaced && Late && <Late.Replaced exchange={exchange} />}
      <div className="pair">
        <Side exchange={exchange} side="from" onPick={open} />
        <Seam exchange={exchange} />
        <Side exchange={exchange} side="to" onPick={open} />
      </div>
      <Types exchange={exchange} />
      <Notes exchange={exchange} lost={broken} />
      <Submit exchange={exchange} busy={busy} />
      <p className="fine">
        Продолжая, вы принимаете{' '}
        <a href={`${origin}/rules`} {...target}>
          правила обмена
        </a>{' '}
        и&nbsp;
        <a href={`${origin}/aml`} {...target}>
          AML-политику
        </a>
      </p>
      {Late && <Late.Announcement exchange={exchange} />}
    </form>
  );
}
