import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { Link } from 'react-router';
import type { ApiClient } from '#core/api/client.ts';
import type { Direction } from '#core/contract/calculator.ts';
import { CopyField } from '../../elements/CopyField.tsx';
import { CurrencyOptions, LabeledField, SelectField, usePairItems } from '../../elements/pairFields.tsx';
import { QueryError, NoScriptNotice } from '../../live/QueryStatus.tsx';
import type { ServerQuery } from '#core/serverQuery.ts';
import { publicOrigin } from '../../publicOrigin.ts';
import { buildDirectLink, type DirectLinkParams } from './directLink.ts';

function DirectLinkFields({ directions, api }: { directions: readonly Direction[]; api: ApiClient }) {
  const [params, setParams] = useState<DirectLinkParams>({ from: '', to: '', amount: '', city: '', rid: '' });
  const createParamHandler = (name: keyof DirectLinkParams) => (event: { target: { value: string } }) =>
    setParams({ ...params, [name]: event.target.value.trim() });
  const { sendItems, receiveItems, from, to } = usePairItems(api, directions, params);
  if (!from || !to) return <p className="status-message">Направлений сейчас нет. Загляните позже.</p>;
  const cities = [from, to].find(item => item.cities.length > 0)?.cities ?? [];
  const city = cities.some(candidate => candidate.code === params.city) ? params.city : '';
  const directLink = buildDirectLink(publicOrigin, { ...params, from: from.code, to: to.code, city });
  return (
    <>
      <div className="fields" role="group" aria-label="Прямая ссылка">
        <LabeledField text="Отдать">
          <SelectField value={from.code} onChange={createParamHandler('from')}>
            <CurrencyOptions items={sendItems} />
          </SelectField>
        </LabeledField>
        <LabeledField text="Получить">
          <SelectField value={to.code} onChange={createParamHandler('to')}>
            <CurrencyOptions items={receiveItems} />
          </SelectField>
        </LabeledField>
        <LabeledField text="Сумма">
          <input
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            onChange={createParamHandler('amount')}
          />
        </LabeledField>
        <LabeledField text="Номер партнёра">
          <input
            name="rid"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            onChange={createParamHandler('rid')}
          />
        </LabeledField>
        {cities.length > 0 && (
          <LabeledField text="Город">
            <SelectField value={city} onChange={createParamHandler('city')}>
              <option value="">Любой</option>
              {cities.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          </LabeledField>
        )}
      </div>
      <CopyField label="Прямая ссылка" value={directLink} />
      <p className="open-link">
        <Link to={directLink.slice(publicOrigin.length)}>Открыть форму с этой парой</Link>
      </p>
    </>
  );
}

/** Form that builds a direct link for a pair of the current currencies. */
export function DirectLinkBuilder({ query, api }: { query: ServerQuery<Direction[]>; api: ApiClient }) {
  useSignals();
  const state = query.state.value;
  if (state.phase === 'failed' || state.phase === 'unsupported') return <QueryError query={query} />;
  if (state.phase === 'ready') return <DirectLinkFields directions={state.data} api={api} />;
  return (
    <div aria-busy="true">
      <div className="fields">
        {['Отдать', 'Получить', 'Сумма', 'Номер партнёра'].map(text => (
          <LabeledField key={text} text={text}>
            <input disabled />
          </LabeledField>
        ))}
      </div>
      <div className="controls-space" />
      <NoScriptNotice purpose="Чтобы собрать ссылку" />
    </div>
  );
}
