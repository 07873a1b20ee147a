import type { CallOptions } from '#core/api/client.ts';
import type { Activation } from '#core/contract/account/activation.ts';
import type { ActivationProofRequired } from '#core/contract/account/activationProof.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { importWithRetry } from '#core/importWithRetry.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { findPasswordError } from '../../elements/form/describePassword.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { NewPasswordField } from '../../elements/form/NewPasswordField.tsx';
import { PasswordField } from '../../elements/form/PasswordField.tsx';
import { useForm } from '../../elements/form/useForm.ts';
import { usePasswordMin } from '../../elements/form/usePasswordMin.ts';
import { usePasskeySupport } from '../../passkeys/usePasskeySupport.ts';
import { useAppContext } from '../../shell/appContext.ts';
import { ConsentCheckboxes } from '../ConsentCheckboxes.tsx';
import { findEmptyError, listErrors } from '../validateFields.ts';

interface FormProps {
  /** Sends a proof with the activation; rejects with the error that the form shows. */
  send: (proof: Activation, options: CallOptions) => Promise<void>;
}

/**
 * Proof that the visitor owns a sign-up whose e-mail was opened in another browser: its password, its
 * passkey, or a new password that replaces both.
 */
export function ActivationProof({
  required: { methods, signup },
  isReplacing,
  send,
  onReplace,
}: FormProps & {
  required: ActivationProofRequired;
  isReplacing: boolean;
  onReplace: (isReplacing: boolean) => void;
}) {
  const isPasskeySupported = usePasskeySupport();
  if (isReplacing)
    return (
      <>
        <p className="text">
          Войти можно будет только с ним: прежний пароль и ключ доступа этой регистрации не заработают.
        </p>
        <NewPasswordForm send={send} />
        <button type="button" className="button quiet" onClick={() => onReplace(false)}>
          Назад
        </button>
      </>
    );
  return (
    <>
      <p className="text">
        Ссылку открыли не в том браузере, в котором регистрировались. Подтвердите, что это были вы.
      </p>
      {signup && (
        <p className="text">
          Регистрация: <b>{formatDateTime(signup.at)}</b>
          <br />
          Устройство: {signup.device}
          {signup.network !== '' && (
            <>
              <br />
              Сеть: {signup.network}
            </>
          )}
        </p>
      )}
      {methods.includes('password') && <PasswordProofForm send={send} />}
      {methods.includes('passkey') && isPasskeySupported && <PasskeyProofForm send={send} />}
      <p className="text separated">
        Регистрировались не вы, или подтвердить нечем? Задайте новый пароль: почта ваша, этого достаточно.
      </p>
      <button type="button" className="button" onClick={() => onReplace(true)}>
        Задать новый пароль
      </button>
    </>
  );
}

function PasswordProofForm({ send }: FormProps) {
  const form = useForm({
    fieldNames: ['password'],
    validate: values => listErrors({ password: findEmptyError(values.password) }),
    send: ({ password = '' }, { signal }) => send({ password }, { signal }),
  });
  return (
    <form {...form.props} aria-label="Подтверждение паролем">
      <PasswordField
        form={form}
        label="Пароль, с которым вы регистрировались"
        autoComplete="current-password"
      />
      <FormEnd form={form} text="Активировать аккаунт" sendingText="Активируем…" />
    </form>
  );
}

function PasskeyProofForm({ send }: FormProps) {
  const { api } = useAppContext();
  const form = useForm({
    fieldNames: [],
    async send(_, { signal }) {
      const load = () => import('../../passkeys/confirmWithPasskey.ts');
      const { confirmWithPasskey } = await importWithRetry(load);
      await confirmWithPasskey(api, async ({ passkey }) => {
        // Somebody who left the page does not expect an account.
        if (!signal.aborted) await send({ passkey }, { signal });
      });
    },
  });
  return (
    <form {...form.props} aria-label="Подтверждение ключом доступа">
      <FormEnd form={form} text="Подтвердить ключом доступа" sendingText="Ждём ключ…" />
    </form>
  );
}

function NewPasswordForm({ send }: FormProps) {
  const passwordMin = usePasswordMin();
  const form = useForm({
    fieldNames: ['newPassword', 'consent', 'rules'],
    validate: values =>
      listErrors({
        newPassword: findPasswordError(values.newPassword ?? '', passwordMin),
        consent: values.consent ? null : formatAccountMessage('consent_required'),
        rules: values.rules ? null : formatAccountMessage('rules_required'),
      }),
    send: ({ newPassword = '' }, { signal }) => send({ newPassword, consent: true, rules: true }, { signal }),
  });
  return (
    <form {...form.props} aria-label="Новый пароль">
      <NewPasswordField
        form={form}
        name="newPassword"
        label="Новый пароль"
        min={passwordMin}
        readEmail={() => ''}
      />
      <ConsentCheckboxes form={form} />
      <FormEnd form={form} text="Активировать аккаунт" sendingText="Активируем…" />
    </form>
  );
}
