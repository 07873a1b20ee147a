import { useSignals } from '@preact/signals-react/runtime';
import {
  listOperatorSettingsCall,
  type EditableSetting,
  type OperatorSetting,
} from '#core/contract/operator/terms/settings.ts';
import { useAccount } from '../../account/accountContext.ts';
import { useCurrencyOptions, type CurrencyOption } from '../../account/list/useCurrencyOptions.ts';
import { DeskPage } from '../DeskContent.tsx';
import { useStaff } from '../staffContext.ts';
import { useEditedValue } from '../values/useEditedValue.ts';
import { ValueLine } from '../values/ValueLine.tsx';
import { SettingEditor } from './SettingEditor.tsx';
import { formatSetting, SETTING_GROUPS, SETTING_TEXTS } from './settingTexts.ts';
import './settings.css';

/** Page /operator/settings: all settings in groups, which an admin edits in place. */
export function SettingsPage() {
  useSignals();
  const canChange = useStaff().rights.includes('settings');
  const currencies = useCurrencyOptions(useAccount().api);
  const editing = useEditedValue<EditableSetting>();
  return (
    <DeskPage
      title="Настройки"
      note={!canChange && 'Настройки меняет администратор.'}
      call={listOperatorSettingsCall}
      subject="Настройки"
    >
      {({ results }, { refresh }) =>
        SETTING_GROUPS.map(([title, names]) => (
          <SettingGroup
            key={title}
            title={title}
            settings={results.filter(({ name }) => names.includes(name))}
            currencies={currencies}
            canChange={canChange}
            editing={editing}
            onChanged={refresh}
          />
        ))
      }
    </DeskPage>
  );
}

interface SettingGroupProps {
  title: string;
  settings: readonly OperatorSetting[];
  currencies: readonly CurrencyOption[];
  canChange: boolean;
  editing: ReturnType<typeof useEditedValue<EditableSetting>>;
  onChanged: () => void;
}

function SettingGroup({
  title,
  settings,
  currencies,
  canChange,
  editing: { edited, closed, edit, close },
  onChanged,
}: SettingGroupProps) {
  return (
    <section className="value-group" aria-label={title}>
      <h2>{title}</h2>
      <ul className="line-list">
        {settings.map(setting => {
          const { name, value, default: original, isSet } = setting;
          const settingTitle = SETTING_TEXTS[name].title;
          const format = (one: string) => formatSetting(setting, one, currencies);
          const props = { setting, currencies, onChanged, onClose: close };
          return (
            <ValueLine
              key={name}
              id={name}
              name={settingTitle}
              note={isSet ? `изменено, по умолчанию ${format(original)}` : 'по умолчанию'}
              text={format(value)}
              label={`${settingTitle}: ${format(value)}`}
              isEdited={edited === name}
              onEdit={canChange ? isOpening => edit(isOpening ? name : null) : null}
            >
              {edited === name && <SettingEditor {...props} />}
            </ValueLine>
          );
        })}
      </ul>
      <p className="form-hint" role="status">
        {settings.some(({ name }) => name === closed.key) && closed.message}
      </p>
    </section>
  );
}
