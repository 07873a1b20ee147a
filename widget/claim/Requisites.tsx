import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { SideName } from '#core/exchange/course.ts';
import type { Field as Asked, Item } from '#core/contract/calculator.ts';
import { unit } from '../figures.ts';
import { Notes } from '../form/Notes.tsx';
import { Consent } from './Consent.tsx';
import { Box, Field } from './Field.tsx';
import { Head, Steps } from './Head.tsx';
import { Promocode } from './Promocode.tsx';
import { Sums } from './Sums.tsx';
import type { Stage } from './stage.ts';

/** The question of the step, after what is received. */
function question(to: Item | null, asked: number): string {
  if (!to || asked === 0) return 'Как с\u00a0вами связаться?';
  if (to.kind === 'cash') return 'Кто получит наличные?';
  return `Куда отправить ${unit(to.ticker) === '₽' ? 'рубли' : to.ticker}?`;
}

/** Where the money goes: the requisites that this pair asks for, e-mail, promocode, consent. */
export function Requisites({ stage: { life, claim, acted } }: { stage: Stage }) {
  useSignals();
  const { exchange } = life;
  const { draft } = exchange;
  const form = useRef<HTMLFormElement>(null);
  // Above zero: the first wrong field takes the focus, also when it was the server that refused it.
  const [refused, refuse] = useState(() =>
    acted.current && Object.keys(draft.errors.peek()).length > 0 ? 1 : 0,
  );
  const [busy, setBusy] = useState(false);
  const fields = draft.fields.value;
  const email = draft.email.value;
  const to = exchange.to.value;

  useEffect(() => {
    if (refused > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refused]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const moved = await claim.next();
    setBusy(false);
    if (!moved) refuse(refused + 1);
  };

  return (
    <form className="x" part="panel" aria-label="Реквизиты" noValidate ref={form} onSubmit={submit}>
      <Head
        title={question(to, fields.to.length)}
        sub={<Sums exchange={exchange} />}
        acted={acted}
        onBack={() => claim.back()}
      />
      <Steps at={1} />
      <Fields life={life} side="to" fields={fields.to} />
      <Fields life={life} side="from" fields={fields.from} />
      <Box draft={draft} name="email" label="Почта" filled={email !== ''}>
        {wiring => (
          <input
            {...wiring}
            name="email"
            type="email"
            autoComplete="email"
            required
            value={email}
            onChange={event => draft.setEmail(event.target.value)}
          />
        )}
      </Box>
      <Promocode draft={draft} />
      <Consent life={life} draft={draft} />
      <Notes exchange={exchange} brief />
      <button className="btn" part="button" type="submit" aria-disabled={busy || undefined}>
        {busy ? 'Проверяем…' : 'Проверить заявку'}
      </button>
    </form>
  );
}

function Fields({ life, side, fields }: { life: Stage['life']; side: SideName; fields: readonly Asked[] }) {
  const { draft } = life.exchange;
  if (fields.length === 0) return null;
  return (
    <div className={fields.length > 1 ? 'two' : undefined}>
      {fields.map(field => (
        <Field key={field.name} draft={draft} side={side} field={field} />
      ))}
    </div>
  );
}
