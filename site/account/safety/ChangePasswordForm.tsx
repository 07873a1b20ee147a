import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { changePasswordCall } from '#core/contract/user.ts';
import { findPasswordError } from '../../elements/form/describePassword.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { NewPasswordField } from '../../elements/form/NewPasswordField.tsx';
import { PasswordField } from '../../elements/form/PasswordField.tsx';
import { usePasswordMin } from '../../elements/form/usePasswordMin.ts';
import { useAccount } from '../accountContext.ts';
import { ConfirmationFields } from '../confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../confirmation/useConfirmedForm.ts';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';

interface PasswordFormProps {
  /** Whether the page's main action is another one. */
  isQuiet: boolean;
  onChanged: () => void;
}

/** Changes the password; other devices are logged out. */
export function ChangePasswordForm({ isQuiet, onChanged }: PasswordFormProps) {
  const [changeCount, setChangeCount] = useState(0);
  return (
    <>
      <PasswordInputs
        // New fields after a change, so that the passwords do not stay on the screen.
        key={changeCount}
        isQuiet={isQuiet}
        onChanged={() => {
          setChangeCount(changeCount + 1);
          onChanged();
        }}
      />
      <p className="form-hint" role="status">
        {changeCount > 0 && 'Пароль изменён. На других устройствах нужно войти заново.'}
      </p>
    </>
  );
}

function PasswordInputs({ isQuiet, onChanged }: PasswordFormProps) {
  const { user, api, replaceUser } = useAccount();
  const { email } = user;
  // A visitor who signed up with a passkey has no password.
  const hasPassword = user.hasPassword !== false;
  const passwordMin = usePasswordMin();
  const form = useConfirmedForm({
    fieldNames: ['oldPassword', 'newPassword'],
    validate: values =>
      listErrors({
        oldPassword: hasPassword ? findEmptyError(values.oldPassword) : null,
        newPassword: findPasswordError(values.newPassword ?? '', passwordMin),
      }),
    passwordField: 'oldPassword',
    async send({ oldPassword, newPassword = '' }, { signal }) {
      const body = oldPassword === undefined ? { newPassword } : { oldPassword, newPassword };
      await sendCall(api, changePasswordCall, { body, signal });
      if (!hasPassword) replaceUser({ ...user, hasPassword: true });
      onChanged();
    },
  });
  return (
    <form {...form.props} aria-labelledby="password-heading">
      {/* Password managers read the account of the passwords from this field. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {hasPassword ? (
        <PasswordField
          form={form}
          name="oldPassword"
          label="Текущий пароль"
          autoComplete="current-password"
        />
      ) : (
        <p className="section-text">Пароля нет: входите с ключом доступа. Пароль пригодится без него.</p>
      )}
      <NewPasswordField
        form={form}
        min={passwordMin}
        name="newPassword"
        label="Новый пароль"
        readEmail={() => email}
      />
      <ConfirmationFields form={form} />
      <FormEnd
        form={form}
        text={hasPassword ? 'Сменить пароль' : 'Задать пароль'}
        sendingText={hasPassword ? 'Меняем…' : 'Сохраняем…'}
        isQuiet={isQuiet}
      />
    </form>
  );
}
