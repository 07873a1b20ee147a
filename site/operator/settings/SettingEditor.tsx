import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { previewSettingCall, type OperatorSetting } from '#core/contract/operator/terms/settings.ts';
import { pluralize } from '#core/pluralize.ts';
import type { CurrencyOption } from '../../account/list/useCurrencyOptions.ts';
import { usePreview } from '../values/usePreview.ts';
import { useValueForm } from '../values/useValueForm.tsx';
import { ValueEditor } from '../values/ValueEditor.tsx';
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
  const { name, value: present, default: original, isSet } = setting;
  const { title, kind, isCourse } = SETTING_TEXTS[name];
  const [typed, setTyped] = useState(toTyped(kind, present));
  const [isRestored, setIsRestored] = useState(false);
  const value = isRestored ? DEFAULT : toValue(kind, typed);
  const valueForm = useValueForm({
    target: { table: 'settings', key: 'exchange', field: name },
    present,
    value,
    isRequired: true,
    onStale: onChanged,
    onSaved() {
      onChanged();
      onClose(`Сохранено. ${title}: ${formatSetting(setting, isRestored ? original : value, currencies)}.`);
    },
  });
  return (
    <ValueEditor
      label={title}
      present={formatSetting(setting, present, currencies)}
      valueForm={valueForm}
      onClose={onClose}
    >
      <SettingInput
        form={valueForm.form}
        name={name}
        value={typed}
        currencies={currencies}
        onChange={text => {
          setTyped(text);
          setIsRestored(false);
        }}
      />
      {isSet && (
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            setTyped(toTyped(kind, original));
            setIsRestored(true);
            valueForm.form.removeError('value');
          }}
        >
          Вернуть по умолчанию: {formatSetting(setting, original, currencies)}
        </button>
      )}
      <p className="form-hint" role="status">
        {isRestored && 'После сохранения будет значение по умолчанию.'}
      </p>
      {isCourse && <CapPreview name={name} value={value} />}
    </ValueEditor>
  );
}

/** What the threshold of the margin would limit with a value that is not saved yet. */
function CapPreview({ name, value }: { name: OperatorSetting['name']; value: string }) {
  const preview = usePreview(value, DEFAULT, (api, query, options) =>
    sendCall(api, previewSettingCall, { ...options, name, query }),
  );
  return (
    <p className="form-hint numeric value-preview" role="status">
      {preview && describeCaps(preview)}
    </p>
  );
}

const describeCaps = ({ before, after }: { before: number; after: number }) =>
  before === after
    ? `Порог маржи, как и сейчас, ограничит ${formatCombinations(after)}.`
    : `Порог маржи ограничит ${formatCombinations(after)}, сейчас ${before}.`;

const formatCombinations = (count: number) =>
  `${pluralize(count, ['сочетание', 'сочетания', 'сочетаний'])} направления и скидки`;
