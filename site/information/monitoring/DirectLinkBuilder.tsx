import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { Link } from 'react-router';
import { fetchToIds } from '#core/api/calculator.ts';
import type { ApiClient } from '#core/api/client.ts';
import type { Direction, CurrencyItem } from '#core/contract/calculator.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { CopyField } from '../../elements/CopyField.tsx';
import { LiveQueryError, NoScriptNotice } from '../../live/LiveQueryStatus.tsx';
import type { LiveQuery } from '../../live/liveQuery.ts';
import { publicOrigin } from '../../publicOrigin.ts';
import { buildDirectLink, type DirectLinkParams } from './directLink.ts';
import '../../elements/formFields.css';

function CurrencyOptions({ items }: { items: readonly CurrencyItem[] }) {
  const groups = Map.groupBy(items, item => item.group);
  return [...groups].map(([group, items]) => (
    <optgroup key={group} label={group}>
      {items.map(({ code, name, network }) => (
        <option key={code} value={code}>
          {[name, network].filter(Boolean).join(' ')} ({code})
        </option>
      ))}
    </optgroup>
  ));
}

/** Native select, styled like the other fields. */
function SelectField(props: ComponentProps<'select'>) {
  return (
    <span className="select">
      <select {...props} />
      <Icon d={ICON_PATHS.down} />
    </span>
  );
}

function LabeledField({ text, children }: { text: string; children: ReactNode }) {
  return (
    <label>
      {text}
      {children}
    </label>
  );
}

/** Whether a currency is not crypto. The received side prefers such a currency by default. */
const isFiatItem = ({ kind }: CurrencyItem) => kind !== 'crypto';

/** Currencies that can be received for `from` now; null while loading or after an error. */
function useReceivableIds(api: ApiClient, from: CurrencyItem | undefined): ReadonlySet<number> | null {
  const [loaded, setLoaded] = useState<{ id: number; ids: ReadonlySet<number> } | null>(null);
  useEffect(() => {
    if (!from) return;
    let isCancelled = false;
    fetchToIds(api, from.id).then(
      ids => isCancelled || setLoaded({ id: from.id, ids: new Set(ids) }),
      // On error all currencies stay selectable; the form reports an invalid pair.
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [api, from]);
  return loaded?.id === from?.id ? (loaded?.ids ?? null) : null;
}

function DirectLinkFields({ directions, api }: { directions: readonly Direction[]; api: ApiClient }) {
  const [params, setParams] = useState<DirectLinkParams>({ from: '', to: '', amount: '', city: '', rid: '' });
  const createParamHandler = (name: keyof DirectLinkParams) => (event: { target: { value: string } }) =>
    setParams({ ...params, [name]: event.target.value.trim() });
  const sendItems = directions
    .filter(direction => direction.send.visible)
    .flatMap(direction => direction.items ?? []);
  const from = sendItems.find(item => item.code === params.from) ?? sendItems[0];
  const receivableIds = useReceivableIds(api, from);
  const receiveItems = directions
    .filter(direction => direction.receive.visible)
    .flatMap(direction => direction.items ?? [])
    .filter(item => item.id !== from?.id && (receivableIds?.has(item.id) ?? true));
  const to =
    receiveItems.find(item => item.code === params.to) ?? receiveItems.find(isFiatItem) ?? receiveItems[0];
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
        <Link to={directLink.slice(publicOrigin.length)}>Открыть форму с&nbsp;этой парой</Link>
      </p>
    </>
  );
}

/** Form that builds a direct link for a pair of the current currencies. */
export function DirectLinkBuilder({ liveQuery, api }: { liveQuery: LiveQuery<Direction[]>; api: ApiClient }) {
  useSignals();
  const state = liveQuery.state.value;
  if (state.phase === 'failed') return <LiveQueryError liveQuery={liveQuery} />;
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
