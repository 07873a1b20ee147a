import { Link } from 'react-router';
import { useId, useRef, useState } from 'react';
import type { ApiClient } from '#core/api/client.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { handPromocode } from '#core/exchange/form/handedPromocode.ts';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import { formatMessage } from '#core/messages.ts';
import { formatCourseLine, appendUnit } from '#core/exchange/formatMoney.ts';
import { routePaths } from '../../routePaths.ts';
import { Article, type MarkdownModule } from '../Article.tsx';
import { checkPromocodeDiscount, type PromocodeResult } from './checkPromocodeDiscount.ts';
import '../../elements/formFields.css';
import '../liveSection.css';

function PromocodeResultText({ result }: { result: PromocodeResult }) {
  if (result.kind === 'refused') return <>{formatMessage(result.code)}.</>;
  if (result.kind === 'unchecked')
    return <>Здесь промокод не проверить: его проверят, когда вы создадите заявку.</>;
  if (result.kind === 'unchanged')
    return (
      <>
        Промокод действует. На паре {result.from} и {result.to} он ничего не меняет: больше скидки там не
        бывает.
      </>
    );
  const { from, to, percent } = result;
  const before = toDisplayedCourse(result.before, from, to);
  const after = toDisplayedCourse(result.after, from, to);
  return (
    <>
      Промокод действует. <b className="numeric">{formatCourseLine(after)}</b> вместо{' '}
      <span className="numeric">{appendUnit(before.price, before.quote)}</span>, скидка{' '}
      {localizeDecimal(percent)} %.
    </>
  );
}

function PromocodeForm({ api }: { api: ApiClient }) {
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const lastRequest = useRef(0);
  const [isChecking, setIsChecking] = useState(false);
  const [result, setResult] = useState<PromocodeResult | 'empty' | null>(null);
  const isInvalid = result === 'empty' || (result !== null && result.kind === 'refused');

  function handToForm(promocode: string) {
    try {
      handPromocode(sessionStorage, api.base, promocode);
    } catch {
      // The storage is blocked: the visitor types the promocode in the form.
    }
  }

  async function submitPromocode() {
    const text = inputRef.current?.value.trim() ?? '';
    const requestNumber = ++lastRequest.current;
    if (text === '') {
      setResult('empty');
      inputRef.current?.focus();
      return;
    }
    setIsChecking(true);
    const nextResult = await checkPromocodeDiscount(api, text);
    if (requestNumber !== lastRequest.current) return;
    setIsChecking(false);
    setResult(nextResult);
  }

  return (
    <form
      className="live-section"
      data-private
      aria-label="Проверка промокода"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void submitPromocode();
      }}
    >
      <div className="fields">
        <div className="row wide">
          <label htmlFor={id}>
            Промокод
            <input
              ref={inputRef}
              id={id}
              name="promocode"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={64}
              aria-invalid={isInvalid}
              aria-describedby={`${id}-result`}
              onChange={() => {
                lastRequest.current++;
                setIsChecking(false);
                setResult(null);
              }}
            />
          </label>
          <button type="submit" className="button primary" disabled={isChecking}>
            Проверить
          </button>
        </div>
      </div>
      <p id={`${id}-result`} className={isInvalid ? 'field-message invalid' : 'field-message'} role="status">
        {isChecking && 'Проверяем…'}
        {!isChecking && result === 'empty' && 'Введите промокод.'}
        {!isChecking && result !== null && result !== 'empty' && <PromocodeResultText result={result} />}
      </p>
      {result !== null && result !== 'empty' && result.kind !== 'refused' && (
        <Link
          to={routePaths.home}
          className="button primary"
          onClick={() => handToForm(inputRef.current?.value.trim() ?? '')}
        >
          Обменять с промокодом
        </Link>
      )}
    </form>
  );
}

/** Page about promocodes with a form that checks one. */
export function PromocodePage({ content, api }: { content: MarkdownModule; api: ApiClient }) {
  return (
    <Article content={content}>
      <PromocodeForm api={api} />
    </Article>
  );
}
