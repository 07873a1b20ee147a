import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createNotifySettings, type NotifyKind } from '#core/account/createNotifySettings.ts';
import type { NotifySettings } from '#core/contract/user.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { useAccount } from '../accountContext.ts';
import { SettingCheckbox } from './SettingCheckbox.tsx';

const EMAILS: readonly { kind: NotifyKind; label: string; hint: string }[] = [
  { kind: 'claims', label: 'Заявки', hint: 'Оплата, решения и выплата по вашим заявкам' },
  { kind: 'news', label: 'Новости', hint: 'Новые валюты и изменения условий' },
];

/** Which e-mails the account gets. */
export function NotifySection({ notify }: { notify: NotifySettings }) {
  useSignals();
  const { api, replaceUser } = useAccount();
  const [model] = useState(() => createNotifySettings(api, notify, replaceUser));
  const { chosen, saving, saved, error } = model.state.value;
  return (
    <section className="account-section narrow" aria-labelledby="notify-heading">
      <h2 id="notify-heading">Письма</h2>
      <div className="setting-list" role="group" aria-labelledby="notify-heading">
        {EMAILS.map(({ kind, label, hint }) => (
          <SettingCheckbox
            key={kind}
            name={kind}
            label={label}
            hint={hint}
            isChecked={chosen[kind]}
            isBusy={saving !== null}
            onChange={isWanted => void model.choose(kind, isWanted)}
          />
        ))}
        <SettingCheckbox
          name="security"
          label="Безопасность"
          hint="Входы и изменения аккаунта. Отключить нельзя"
          isChecked
        />
      </div>
      <p className="form-hint" role="status">
        {saving !== null && 'Сохраняем…'}
        {saved !== null && 'Сохранено'}
      </p>
      <ErrorNote text={error && `Не сохранилось. ${formatAccountMessage<string>(error)}`} />
    </section>
  );
}
