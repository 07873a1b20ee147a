import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { sendCall } from '#core/api/sendCall.ts';
import {
  listOperatorSettingsCall,
  type EditableSetting,
  type OperatorSetting,
} from '#core/contract/operator/terms/settings.ts';
import { WORK_POLLING } from '#core/serverQuery.ts';
import { useAccount } from '../../account/accountContext.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { RefreshFailure } from '../../account/list/RefreshFailure.tsx';
import { useCurrencyOptions } from '../../account/list/useCurrencyOptions.ts';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { useStaff } from '../staffContext.ts';
import { SettingEditor } from './SettingEditor.tsx';
import { formatSetting, SETTING_GROUPS, SETTING_TEXTS } from './settingTexts.ts';
import '../../account/list/list.css';
import '../rates/rates.css';
import './settings.css';

/** Page /operator/settings: all settings in groups, which an admin edits in place. */
export function SettingsPage() {
  const { rights } = useStaff();
  const query = useAccountQuery((api, options) => sendCall(api, listOperatorSettingsCall, options), {
    polling: WORK_POLLING,
    isUnsupported: () => false,
  });
  const canChange = rights.includes('settings');
  return (
    <>
      <div className="account-heading">
        <h1>Настройки</h1>
      </div>
      {!canChange && <p className="section-text">Настройки меняет администратор.</p>}
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="account-skeleton" label="Загружаем настройки" />}
      >
        {({ data }) => (
          <>
            <RefreshFailure query={query} subject="Настройки" />
            <SettingGroups settings={data.results} canChange={canChange} onChanged={query.refresh} />
          </>
        )}
      </QueryContent>
    </>
  );
}

function SettingGroups({
  settings,
  canChange,
  onChanged,
}: {
  settings: readonly OperatorSetting[];
  canChange: boolean;
  onChanged: () => void;
}) {
  useSignals();
  const { api } = useAccount();
  const currencies = useCurrencyOptions(api);
  const [edited, setEdited] = useState<EditableSetting | null>(null);
  /** What was saved, below the group of its setting. */
  const [saved, setSaved] = useState<{ name: EditableSetting; text: string } | null>(null);
  const edit = (name: EditableSetting | null) => {
    setSaved(null);
    setEdited(name);
  };
  return SETTING_GROUPS.map(([title, names]) => (
    <section key={title} className="value-group" aria-label={title}>
      <h2>{title}</h2>
      <ul className="line-list">
        {settings
          .filter(({ name }) => names.includes(name))
          .map(setting => (
            <li key={setting.name}>
              <SettingLine
                setting={setting}
                value={formatSetting(setting, setting.value, currencies)}
                original={formatSetting(setting, setting.default, currencies)}
                isEdited={edited === setting.name}
                onEdit={canChange ? edit : null}
              />
              {edited === setting.name && (
                <SettingEditor
                  setting={setting}
                  currencies={currencies}
                  onClose={text => {
                    edit(null);
                    setSaved({ name: setting.name, text });
                    document.querySelector<HTMLElement>(`[data-value="${setting.name}"]`)?.focus();
                  }}
                  onChanged={onChanged}
                />
              )}
            </li>
          ))}
      </ul>
      <p className="form-hint" role="status">
        {saved && names.includes(saved.name) && saved.text}
      </p>
    </section>
  ));
}

/** A setting with its value, as a button for those who may change it. */
function SettingLine({
  setting: { name, isSet },
  value,
  original,
  isEdited,
  onEdit,
}: {
  setting: OperatorSetting;
  value: string;
  original: string;
  isEdited: boolean;
  onEdit: ((name: EditableSetting | null) => void) | null;
}) {
  const { title } = SETTING_TEXTS[name];
  return (
    <div className="value-line" data-row="">
      <span>
        {title}
        <small className="numeric">
          {isSet ? `изменено, по\u00a0умолчанию ${original}` : 'по\u00a0умолчанию'}
        </small>
      </span>
      {onEdit ? (
        <button
          type="button"
          className="rate-value numeric"
          data-value={name}
          aria-expanded={isEdited}
          aria-label={`${title}: ${value}`}
          onClick={() => onEdit(isEdited ? null : name)}
        >
          {value}
        </button>
      ) : (
        <span className="numeric">{value}</span>
      )}
    </div>
  );
}
