import type { SecondFactorChallenge } from '#core/contract/auth.ts';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import { CodeField } from '../elements/form/TextField.tsx';
import { useForm } from '../elements/form/useForm.ts';
import { useAppContext } from '../shell/appContext.ts';
import { findEmptyError, listErrors } from './validateFields.ts';

/** The second step of a login: a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({
  challenge,
  onLoggedIn,
  onCancel,
}: {
  challenge: SecondFactorChallenge;
  onLoggedIn: () => void;
  onCancel: () => void;
}) {
  const { session } = useAppContext();
  const form = useForm({
    fieldNames: ['code'],
    validate: values => listErrors({ code: findEmptyError(values.code?.trim()) }),
    async send({ code = '' }) {
      const model = await session.openModel();
      await model.logIn({ challenge: challenge.challenge, code: code.trim() });
      onLoggedIn();
    },
  });
  const hasRecoveryCodes = challenge.methods.includes('recovery_code');
  return (
    <>
      <p className="text">
        Введите код из&nbsp;приложения{hasRecoveryCodes && ' или один из\u00a0запасных кодов'}.
      </p>
      <form {...form.props} aria-label="Код подтверждения">
        <CodeField form={form} />
        <FormEnd form={form} text="Войти" sendingText="Входим…" />
      </form>
      <button type="button" className="button quiet" onClick={onCancel}>
        Войти с&nbsp;другой почтой
      </button>
    </>
  );
}
