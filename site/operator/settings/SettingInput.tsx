import { MAX_VALUE_LENGTH } from '#core/contract/operator/values.ts';
import type { EditableSetting } from '#core/contract/operator/terms/settings.ts';
import { listOptions, type CurrencyOption } from '../../account/list/useCurrencyOptions.ts';
import { FieldNotes } from '../../elements/form/FieldNotes.tsx';
import { SelectField } from '../../elements/form/SelectField.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import type { Form } from '../../elements/form/useForm.ts';
import { SETTING_TEXTS, UNITS } from './settingTexts.ts';

interface SettingInputProps {
  form: Form;
  name: EditableSetting;
  value: string;
  currencies: readonly CurrencyOption[];
  onChange: (value: string) => void;
}

/** The field of a setting, by its kind. It is called `value`. */
export function SettingInput({ form, name, value, currencies, onChange }: SettingInputProps) {
  const { title, hint, kind } = SETTING_TEXTS[name];
  const id = `${form.id}-value`;
  const error = form.getError('value');
  const field = {
    id,
    name: 'value',
    'aria-invalid': error !== null,
    'aria-describedby': `${error === null ? '' : `${id}-error `}${id}-hint`,
  };
  switch (kind) {
    case 'switch':
      return (
        <div className="form-field">
          <label className="setting-switch">
            <input
              {...field}
              type="checkbox"
              role="switch"
              checked={value === 'true'}
              onChange={({ target }) => onChange(String(target.checked))}
            />
            {title}
          </label>
          <FieldNotes id={id} error={error} hint={hint} />
        </div>
      );
    case 'currency':
      return (
        <SelectField
          form={form}
          name="value"
          label={title}
          hint={hint}
          options={listOptions(currencies, value).map(({ code, label }) => ({ value: code, label }))}
          value={value}
          onChange={onChange}
        />
      );
    case 'list':
    case 'contest':
      return (
        <div className="form-field setting-json">
          <label htmlFor={id}>{title}</label>
          <div className={error === null ? 'input-frame' : 'input-frame invalid'}>
            <textarea
              {...field}
              rows={7}
              spellCheck={false}
              autoComplete="off"
              maxLength={MAX_VALUE_LENGTH}
              value={value}
              onChange={({ target }) => onChange(target.value)}
            />
          </div>
          <FieldNotes id={id} error={error} hint={hint} />
        </div>
      );
    default:
      return (
        <TextField
          form={form}
          name="value"
          label={[title, UNITS[kind]].filter(Boolean).join(', ')}
          hint={hint}
          inputMode={kind === 'url' ? 'url' : 'decimal'}
          autoComplete="off"
          maxLength={kind === 'url' ? MAX_VALUE_LENGTH : 60}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}
