import { sendCall } from '#core/api/sendCall.ts';
import {
  confirmTotpSetupCall,
  TOTP_CODE_LENGTH,
  type TotpSetup,
} from '#core/contract/account/secondFactor.ts';
import { QrCode } from '#widget/claim/elements/QrCode.tsx';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { formatTimeOfDay } from '#core/timeFormat.ts';
import { CopyField } from '../../elements/CopyField.tsx';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { useForm } from '../../elements/form/useForm.ts';
import { useAccount } from '../accountContext.ts';

/** Groups of four, to be typed into an app, which ignores the spaces. */
const groupSecret = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');

/** Shows the secret for an app, and turns the second factor on by the app's first code. */
export function TotpSetupForm({
  setup,
  onEnabled,
  onCancel,
}: {
  setup: TotpSetup;
  /** Gets the recovery codes. */
  onEnabled: (codes: string[]) => void;
  onCancel: () => void;
}) {
  const { api } = useAccount();
  const form = useForm({
    fieldNames: ['code'],
    validate: values => listErrors({ code: findEmptyError(values.code?.trim()) }),
    async send({ code = '' }, { signal }) {
      onEnabled((await sendCall(api, confirmTotpSetupCall, { body: { code }, signal })).codes);
    },
  });
  const isExpired = form.failure !== null && form.failure.code === 'setup_expired';
  return (
    <>
      <ol className="totp-steps">
        <li>
          <p>
            Откройте приложение для кодов: Яндекс Ключ, Google Authenticator, 2FAS или другое. Добавьте в нём
            аккаунт.
          </p>
        </li>
        <li>
          <p>
            Отсканируйте код. На этом же телефоне <a href={setup.uri}>откройте приложение по ссылке</a> или
            введите секрет.
          </p>
          <QrCode text={setup.uri} label="QR-код для приложения. Тот же секрет указан текстом ниже" />
          <CopyField label="Секрет" value={setup.secret} shownValue={groupSecret(setup.secret)} />
        </li>
        <li>
          <p>Введите {TOTP_CODE_LENGTH} цифр, которые покажет приложение.</p>
          <form {...form.props} aria-labelledby="second-factor">
            <TextField
              form={form}
              name="code"
              label="Код из приложения"
              inputMode="numeric"
              autoComplete="one-time-code"
              spellCheck={false}
              maxLength={12}
              hint={`Секрет действует до ${formatTimeOfDay(setup.expiresAt)}`}
            />
            <FormEnd
              form={form}
              text="Включить второй фактор"
              sendingText="Включаем…"
              isDisabled={isExpired}
            />
          </form>
        </li>
      </ol>
      <button type="button" className="button quiet" onClick={onCancel}>
        {isExpired ? 'Начать заново' : 'Отмена'}
      </button>
    </>
  );
}
