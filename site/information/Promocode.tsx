import { useId, useRef, useState } from 'react';
import type { Client } from '#core/api/client.ts';
import * as amount from '#core/exchange/amount.ts';
import { message } from '#core/messages.ts';
import { rate, withUnit } from '#widget/figures.ts';
import { Article, type Markdown } from './Article.tsx';
import { check, type Verdict } from './promo.ts';
import '../live/form.css';
import './live.css';

function Said({ verdict }: { verdict: Verdict }) {
  if (verdict.kind === 'refused') return <>{message(verdict.code)}.</>;
  if (verdict.kind === 'same')
    return (
      <>
        Промокод действует. На&nbsp;паре {verdict.from} и&nbsp;{verdict.to} он&nbsp;ничего не&nbsp;меняет: там
        уже есть скидка не&nbsp;меньше.
      </>
    );
  const { before, after, from, to, percent } = verdict;
  return (
    <>
      Промокод действует. <b className="num">{rate(amount.show(after), from, to)}</b> вместо{' '}
      <span className="num">{withUnit(amount.show(before), to)}</span>, скидка {amount.show(percent)}&nbsp;%.
    </>
  );
}

function Field({ api }: { api: Client }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(0);
  const [busy, setBusy] = useState(false);
  const [verdict, setVerdict] = useState<Verdict | 'empty' | null>(null);
  const wrong = verdict === 'empty' || (verdict !== null && verdict.kind === 'refused');

  async function submit() {
    const text = input.current?.value.trim() ?? '';
    const mine = ++asked.current;
    if (text === '') {
      setVerdict('empty');
      input.current?.focus();
      return;
    }
    setBusy(true);
    const answer = await check(api, text);
    if (mine !== asked.current) return;
    setBusy(false);
    setVerdict(answer);
  }

  return (
    <form
      className="live"
      aria-label="Проверка промокода"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="fields">
        <div className="row wide">
          <label htmlFor={id}>
            Промокод
            <input
              ref={input}
              id={id}
              name="promocode"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={64}
              aria-invalid={wrong}
              aria-describedby={`${id}-said`}
              onChange={() => {
                asked.current++;
                setBusy(false);
                setVerdict(null);
              }}
            />
          </label>
          <button type="submit" className="b primary" disabled={busy}>
            Проверить
          </button>
        </div>
      </div>
      <p id={`${id}-said`} className={wrong ? 'said wrong' : 'said'} role="status">
        {busy && 'Проверяем…'}
        {!busy && verdict === 'empty' && 'Введите промокод.'}
        {!busy && verdict !== null && verdict !== 'empty' && <Said verdict={verdict} />}
      </p>
    </form>
  );
}

/** How a promocode works, and a field that asks the server about one. */
export function Promocode({ content, api }: { content: Markdown; api: Client }) {
  return (
    <Article content={content}>
      <Field api={api} />
    </Article>
  );
}
