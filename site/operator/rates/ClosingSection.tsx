import { Suspense } from 'react';
import { getClosingCall, type Closing } from '#core/contract/operator/closing.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { lazyComponent } from '../../elements/lazyComponent.ts';
import { ActionButton } from '../ActionButton.tsx';
import { DeskContent } from '../DeskContent.tsx';
import { ListNotice } from '../ListNotice.tsx';
import { useStaff } from '../staffContext.ts';
import { useChosenAction } from '../values/useChosenAction.ts';
import { DIRECTION_TEXTS } from './closingTexts.ts';

// A page that is read more often than changed.
const ValueAction = lazyComponent(() => import('../values/ValueAction.tsx'), 'ValueAction');
const CloseCurrencyForm = lazyComponent(() => import('./editor/CloseCurrencyForm.tsx'), 'CloseCurrencyForm');

const OPENING_EFFECTS = ['Посетители снова увидят курсы и смогут создать заявку'];

const MAINTENANCE_EFFECTS = [
  'Посетители увидят страницу технических работ, новых заявок не создать',
  'Выгрузки курсов станут пустыми',
  'Открытые заявки видны, и сроки их оплаты идут',
];

/** «Приём заявок»: maintenance and closed currencies, with what visitors see before it is done. */
export const ClosingSection = ({ onChanged }: { onChanged: () => void }) => (
  <section className="closing" aria-labelledby="closing">
    <h2 id="closing">Приём заявок</h2>
    <DeskContent
      call={getClosingCall}
      subject="Приём заявок"
      skeleton={<LoadingSkeleton className="closing-skeleton" label="Узнаём, что открыто" />}
    >
      {(closing, query) => (
        <ClosingContent
          closing={closing}
          onChanged={() => {
            query.refresh();
            onChanged();
          }}
        />
      )}
    </DeskContent>
  </section>
);

function ClosingContent({
  closing: { isMaintenance, currencies },
  onChanged,
}: {
  closing: Closing;
  onChanged: () => void;
}) {
  const canClose = useStaff().rights.includes('closing');
  /** The action is `exchange`, `currency`, or to open a closed direction. */
  const { chosen, notice, choose, end } = useChosenAction(onChanged);
  const exchangeText = isMaintenance ? 'Открыть обменник' : 'Закрыть на техработы';
  const closed = currencies.flatMap(({ code, name, ...closings }) =>
    (['send', 'receive'] as const).flatMap(field => {
      const sentence = closings[field];
      return sentence === null ? [] : [{ key: `${code} ${field}`, code, name, field, sentence }];
    }),
  );
  return (
    <>
      <p className="section-text">
        {isMaintenance
          ? 'Технические работы: новых заявок не создать.'
          : 'Обменник открыт: заявки создаются.'}
      </p>
      {closed.length > 0 && (
        <ul className="line-list" aria-label="Закрыто">
          {closed.map(({ key, code, name, field, sentence }) => (
            <li key={key}>
              <div className="closing-row">
                <span>
                  {name}: {DIRECTION_TEXTS[field].closed}
                  <small>{sentence}</small>
                </span>
                {canClose && (
                  <button
                    type="button"
                    className="button quiet"
                    aria-label={`Открыть ${name}: ${DIRECTION_TEXTS[field].option}`}
                    aria-expanded={chosen === key}
                    onClick={() => choose(chosen === key ? null : key)}
                  >
                    Открыть
                  </button>
                )}
              </div>
              {chosen === key && (
                <Suspense fallback={null}>
                  <ValueAction
                    target={{ table: 'currencies', key: code, field }}
                    present={sentence}
                    value=""
                    text="Открыть"
                    label={`Открыть ${name}: ${DIRECTION_TEXTS[field].option}`}
                    effects={OPENING_EFFECTS}
                    message={`Открыто: ${name}.`}
                    {...end}
                  />
                </Suspense>
              )}
            </li>
          ))}
        </ul>
      )}
      {canClose && (
        <ul className="claim-action-list">
          <ActionButton text={exchangeText} name="exchange" chosen={chosen} onChoose={choose} />
          <ActionButton text="Закрыть валюту" name="currency" chosen={chosen} onChoose={choose} />
        </ul>
      )}
      <ListNotice notice={notice} />
      <Suspense fallback={null}>
        {chosen === 'exchange' && (
          <ValueAction
            target={{ table: 'exchange', key: 'exchange', field: 'maintenance' }}
            present={isMaintenance ? 'on' : 'off'}
            value={isMaintenance ? 'off' : 'on'}
            text={exchangeText}
            effects={isMaintenance ? OPENING_EFFECTS : MAINTENANCE_EFFECTS}
            message={isMaintenance ? 'Обменник открыт.' : 'Обменник закрыт на технические работы.'}
            {...end}
          />
        )}
        {chosen === 'currency' && <CloseCurrencyForm currencies={currencies} {...end} />}
      </Suspense>
    </>
  );
}
