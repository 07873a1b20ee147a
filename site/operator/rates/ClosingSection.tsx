import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { sendCall } from '#core/api/sendCall.ts';
import { getClosingCall, type Closing, type CurrencyClosing } from '#core/contract/operator/closing.ts';
import { WORK_POLLING } from '#core/serverQuery.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { RefreshFailure } from '../../account/list/RefreshFailure.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { ActionButton } from '../ActionButton.tsx';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';
import { useStaff } from '../staffContext.ts';
import {
  CloseCurrency,
  DIRECTION_TEXTS,
  MaintenanceForm,
  OpenCurrencyForm,
  type ClosingFormProps,
  type ClosedDirection,
} from './closingForms.tsx';

/** «Приём заявок»: maintenance and closed currencies, with what visitors see before it is done. */
export function ClosingSection({ onChanged }: { onChanged: () => void }) {
  useSignals();
  const query = useAccountQuery((api, options) => sendCall(api, getClosingCall, options), {
    polling: WORK_POLLING,
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
  /** The open form: to close a currency, for maintenance, or to open what is closed. */
  const [chosen, setChosen] = useState<'currency' | 'exchange' | ClosedDirection | null>(null);
  const [notice, setNotice] = useState(NO_NOTICE);
  const choose = (next: typeof chosen) => {
    setNotice(NO_NOTICE);
    setChosen(next);
  };
  const finish = (text: string, isRefusal: boolean) => {
    setNotice({ text, isRefusal });
    setChosen(null);
    onChanged();
  };
  const formProps: ClosingFormProps = {
    onSaved: text => finish(text, false),
    // What the form was about may be the opposite now.
    onStale: text => finish(text, true),
  };
  const [opening, chosenName] = typeof chosen === 'string' ? [null, chosen] : [chosen, null];
  const canClose = rights.includes('closing');
  return (
    <>
      <p className="section-text">
        {isMaintenance
          ? 'Технические работы: новых заявок не\u00a0создать.'
          : 'Обменник открыт: заявки создаются.'}
      </p>
      <ClosedCurrencies currencies={currencies} chosen={opening} onOpen={canClose ? choose : null} />
      {canClose && (
        <ul className="claim-action-list">
          <ActionButton
            text={isMaintenance ? 'Открыть обменник' : 'Закрыть на\u00a0техработы'}
            name="exchange"
            chosen={chosenName}
            onChoose={name => choose(name === null ? null : 'exchange')}
          />
          <ActionButton
            text="Закрыть валюту"
            name="currency"
            chosen={chosenName}
            onChoose={name => choose(name === null ? null : 'currency')}
          />
        </ul>
      )}
      <ListNotice notice={notice} />
      {chosen === 'exchange' && <MaintenanceForm isMaintenance={isMaintenance} {...formProps} />}
      {chosen === 'currency' && <CloseCurrency currencies={currencies} {...formProps} />}
      {opening && <OpenCurrencyForm key={getKey(opening)} closed={opening} {...formProps} />}
    </>
  );
}

const getKey = ({ code, field }: ClosedDirection) => `${code} ${field}`;

/** The closed directions, with buttons for those who may open them. */
function ClosedCurrencies({
  currencies,
  chosen,
  onOpen,
}: {
  currencies: readonly CurrencyClosing[];
  chosen: ClosedDirection | null;
  onOpen: ((closed: ClosedDirection | null) => void) | null;
}) {
  const closed = currencies.flatMap(({ code, name, ...closings }) =>
    (['send', 'receive'] as const).flatMap(field => {
      const sentence = closings[field];
      return sentence === null ? [] : [{ code, name, field, sentence }];
    }),
  );
  return (
    closed.length > 0 && (
      <ul className="line-list" aria-label="Закрыто">
        {closed.map(one => {
          const { name, field, sentence } = one;
          const isChosen = chosen !== null && getKey(chosen) === getKey(one);
          return (
            <li key={getKey(one)} className="closing-row">
              <span>
                {name}: {DIRECTION_TEXTS[field].closed}
                <small>{sentence}</small>
              </span>
              {onOpen && (
                <button
                  type="button"
                  className="button quiet"
                  aria-label={`Открыть ${name}: ${DIRECTION_TEXTS[field].option}`}
                  aria-expanded={isChosen}
                  onClick={() => onOpen(isChosen ? null : one)}
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
