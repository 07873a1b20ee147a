import { useEffect, useRef, useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { previewSettingCall, type OperatorSetting } from '#core/contract/operator/terms/settings.ts';
import { changeValueCall } from '#core/contract/operator/values.ts';
import { pluralize } from '#core/pluralize.ts';
import { useAccount } from '../../account/accountContext.ts';
import type { CurrencyOption } from '../../account/list/useCurrencyOptions.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { usePreview } from '../rates/usePreview.ts';
import { useValueForm } from '../rates/useValueForm.tsx';
import { SettingInput } from './SettingInput.tsx';
import { formatSetting, SETTING_TEXTS, toTyped, toValue } from './settingTexts.ts';

/** The value that removes what staff has set. */
const DEFAULT = 'default';

/** Edits a setting, or restores its default. */
export function SettingEditor({
  setting,
  currencies,
  onClose,
  onChanged,
}: {
  setting: OperatorSetting;
  currencies: readonly CurrencyOption[];
  /** Called with a message when the editor ends. */
  onClose: (message: string) => void;
  /** Called when the setting has changed, by this person or another. */
  onChanged: () => void;
}) {
  const { api } = useAccount();
  const { name, value: present, default: original, isSet } = setting;
  const { title, kind, isCourse } = SETTING_TEXTS[name];
  const [typed, setTyped] = useState(toTyped(kind, present));
  const [isRestored, setIsRestored] = useState(false);
  const value = isRestored ? DEFAULT : toValue(kind, typed);
  const { form, isDoubtful, endNote } = useValueForm({
    present,
    value,
    isRequired: true,
    send: (body, options) =>
      sendCall(api, changeValueCall, { table: 'settings', key: 'exchange', field: name, body, ...options }),
    onStale: onChanged,
    onSaved() {
      onChanged();
      onClose(`Сохранено. ${title}: ${formatSetting(setting, isRestored ? original : value, currencies)}.`);
    },
  });
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.querySelector<HTMLElement>('[name="value"]')?.focus(), []);
  return (
    <form
      {...form.props}
      className="claim-action-form rate-editor"
      aria-label={title}
      onKeyDown={event => {
        if (event.key === 'Escape') onClose('');
      }}
    >
      <p className="section-text numeric">Сейчас: {formatSetting(setting, present, currencies)}</p>
      <div ref={ref}>
        <SettingInput
          form={form}
          name={name}
          value={typed}
          currencies={currencies}
          onChange={text => {
            setTyped(text);
            setIsRestored(false);
          }}
        />
      </div>
      {isSet && (
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            setTyped(toTyped(kind, original));
            setIsRestored(true);
            form.removeError('value');
          }}
        >
          Вернуть по&nbsp;умолчанию: {formatSetting(setting, original, currencies)}
        </button>
      )}
      <p className="form-hint" role="status">
        {isRestored && 'После сохранения будет значение по\u00a0умолчанию.'}
      </p>
      {isCourse && <CapPreview name={name} value={value} />}
      {endNote}
      <div className="claim-action-list">
        <FormEnd
          form={form}
          text={isDoubtful ? 'Всё равно сохранить' : 'Сохранить'}
          sendingText="Сохраняем…"
        />
        <button type="button" className="button quiet" onClick={() => onClose('')}>
          Отмена <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}

/** What the threshold of the margin would limit with a value that is not saved yet. */
function CapPreview({ name, value }: { name: OperatorSetting['name']; value: string }) {
  const preview = usePreview(value, DEFAULT, (api, query, options) =>
    sendCall(api, previewSettingCall, { ...options, name, query }),
  );
  return (
    <p className="form-hint numeric rate-preview" role="status">
      {preview && describeCaps(preview)}
    </p>
  );
}

const describeCaps = ({ before, after }: { before: number; after: number }) =>
  before === after
    ? `Порог маржи, как\u00a0и\u00a0сейчас, ограничит ${formatCombinations(after)}.`
    : `Порог маржи ограничит ${formatCombinations(after)}, сейчас ${before}.`;

const formatCombinations = (count: number) =>
  `${pluralize(count, ['сочетание', 'сочетания', 'сочетаний'])} направления и\u00a0скидки`;
