import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { sendCall } from '#core/api/sendCall.ts';
import { getClosingCall, type Closing, type CurrencyClosing } from '#core/contract/operator/closing.ts';
import { createPolling } from '#core/serverQuery.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { RefreshFailure } from '../../account/list/RefreshFailure.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { useStaff } from '../staffContext.ts';
import {
  CloseCurrency,
  DIRECTION_TEXTS,
  EXCHANGE,
  MaintenanceForm,
  OpenCurrencyForm,
  type ClosingFormProps,
  type Direction,
  type Target,
} from './closingForms.tsx';

const POLLING = createPolling(10_000, 5_000);

/** «Приём заявок»: maintenance and closed currencies, with what visitors see before it is done. */
export function ClosingSection({ onChanged }: { onChanged: () => void }) {
  useSignals();
  const query = useAccountQuery((api, options) => sendCall(api, getClosingCall, options), {
    polling: POLLING,
    isUnsupported: () => false,
  });
  return (
    <section className="closing" aria-labelledby="closing">
      <h2 id="closing">Приём заявок</h2>
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="closing-skeleton" label="Узнаём, что открыто" />}
      >
        {({ data }) => (
          <>
            <RefreshFailure query={query} subject="Приём заявок" />
            <ClosingContent
              closing={data}
              onChanged={() => {
                query.refresh();
                onChanged();
              }}
            />
          </>
        )}
      </QueryContent>
    </section>
  );
}

function ClosingContent({ closing, onChanged }: { closing: Closing; onChanged: () => void }) {
  const { rights } = useStaff();
  const { isMaintenance, currencies } = closing;
  /** What is being changed; `currency`: one that is still to be chosen. */
  const [chosen, setChosen] = useState<Target | 'currency' | null>(null);
  const [message, setMessage] = useState('');
  const choose = (target: Target | 'currency') => {
    setMessage('');
    setChosen(isSame(chosen, target) ? null : target);
  };
  const formProps: ClosingFormProps = {
    onSaved(text) {
      setMessage(text);
      setChosen(null);
      onChanged();
    },
    onStale(text) {
      // What the form was about may be the opposite now.
      setMessage(`${text}.`);
      setChosen(null);
      onChanged();
    },
  };
  const canClose = rights.includes('closing');
  return (
    <>
      <p className="section-text">
        {isMaintenance
          ? 'Технические работы: новых заявок не\u00a0создать.'
          : 'Обменник открыт: заявки создаются.'}
      </p>
      <ClosedCurrencies currencies={currencies} chosen={chosen} onOpen={canClose ? choose : null} />
      {canClose && (
        <div className="claim-action-list">
          <button
            type="button"
            className="button"
            aria-expanded={chosen === EXCHANGE}
            onClick={() => choose(EXCHANGE)}
          >
            {isMaintenance ? 'Открыть обменник' : 'Закрыть на\u00a0техработы'}
          </button>
          <button
            type="button"
            className="button"
            aria-expanded={chosen === 'currency'}
            onClick={() => choose('currency')}
          >
            Закрыть валюту
          </button>
        </div>
      )}
      <p className="form-hint" role="status">
        {message}
      </p>
      {chosen === EXCHANGE && <MaintenanceForm isMaintenance={isMaintenance} {...formProps} />}
      {chosen === 'currency' && <CloseCurrency currencies={currencies} {...formProps} />}
      {chosen !== null && chosen !== 'currency' && chosen !== EXCHANGE && (
        <OpenCurrencyForm
          key={`${chosen.key} ${chosen.field}`}
          field={chosen.field as Direction}
          currency={currencies.find(({ code }) => code === chosen.key)}
          {...formProps}
        />
      )}
    </>
  );
}

/** The closed directions, with buttons for those who may open them. */
function ClosedCurrencies({
  currencies,
  chosen,
  onOpen,
}: {
  currencies: readonly CurrencyClosing[];
  chosen: Target | 'currency' | null;
  onOpen: ((target: Target) => void) | null;
}) {
  const closed = currencies.flatMap(currency =>
    (['send', 'receive'] as const).flatMap(field => {
      const sentence = currency[field];
      return sentence === null ? [] : [{ ...currency, field, sentence }];
    }),
  );
  return (
    closed.length > 0 && (
      <ul className="line-list">
        {closed.map(({ code, name, field, sentence }) => {
          const target = { table: 'currencies', key: code, field } as const;
          return (
            <li key={`${code} ${field}`} className="closing-row">
              <span>
                {name}: {DIRECTION_TEXTS[field].closed}
                <small>{sentence}</small>
              </span>
              {onOpen && (
                <button
                  type="button"
                  className="button quiet"
                  aria-label={`Открыть ${name}: ${DIRECTION_TEXTS[field].option}`}
                  aria-expanded={isSame(chosen, target)}
                  onClick={() => onOpen(target)}
                >
                  Открыть
                </button>
              )}
            </li>
          );
        })}
      </ul>
    )
  );
}

const isSame = (a: Target | 'currency' | null, b: Target | 'currency') =>
  JSON.stringify(a) === JSON.stringify(b);
