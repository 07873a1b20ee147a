import { useState } from 'react';
import type { ApiClient } from '#core/api/client.ts';
import { changePassword } from '#core/api/user.ts';
import { findPasswordError } from '../elements/form/describePassword.ts';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import { NewPasswordField } from '../elements/form/NewPasswordField.tsx';
import { PasswordField } from '../elements/form/PasswordField.tsx';
import { useForm } from '../elements/form/useForm.ts';
import { findEmptyError, listErrors } from '../auth/validateFields.ts';

/** Changes the password; other devices are logged out. */
export function ChangePasswordForm({ api, email }: { api: ApiClient; email: string }) {
  const [changeCount, setChangeCount] = useState(0);
  return (
    <>
      <PasswordInputs
        // New fields after a change, so that the passwords do not stay on the screen.
        key={changeCount}
        api={api}
        email={email}
        onChanged={() => setChangeCount(changeCount + 1)}
      />
      <p className="form-hint" role="status">
        {changeCount > 0 && 'Пароль изменён. На\u00a0других устройствах нужно войти заново.'}
      </p>
    </>
  );
}

function PasswordInputs({ api, email, onChanged }: { api: ApiClient; email: string; onChanged: () => void }) {
  const form = useForm({
    fieldNames: ['oldPassword', 'newPassword'],
    validate: values =>
      listErrors({
        oldPassword: findEmptyError(values.oldPassword),
        newPassword: findPasswordError(values.newPassword ?? ''),
      }),
    async send({ oldPassword = '', newPassword = '' }, { signal }) {
      await changePassword(api, { oldPassword, newPassword }, { signal });
      onChanged();
    },
  });
  return (
    <form {...form.props} aria-labelledby="password-heading">
      {/* Tells password managers which account the passwords belong to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField form={form} name="oldPassword" label="Текущий пароль" autoComplete="current-password" />
      <NewPasswordField form={form} name="newPassword" label="Новый пароль" readEmail={() => email} />
      <FormEnd form={form} text="Сменить пароль" sendingText="Меняем…" />
    </form>
  );
}
