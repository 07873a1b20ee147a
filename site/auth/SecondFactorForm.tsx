import { useState } from 'react';
import * as v from 'valibot';
import { ApiError, toErrorCode } from '#core/api/apiError.ts';
import { SecondFactorRefusal, type SecondFactorChallenge } from '#core/contract/auth.ts';
import { pluralize, selectPluralForm } from '#core/pluralize.ts';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import { CodeField } from '../elements/form/TextField.tsx';
import { useForm } from '../elements/form/useForm.ts';
import { useAppContext } from '../shell/appContext.ts';
import { SecondFactorHelp } from './SecondFactorHelp.tsx';
import { findEmptyError, listErrors } from './validateFields.ts';

/** The second step of a login: a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({
  challenge,
  onLoggedIn,
  onExpired,
  onCancel,
}: {
  challenge: SecondFactorChallenge;
  onLoggedIn: () => void;
  /** No code is accepted any more: the login begins anew. */
  onExpired: () => void;
  onCancel: () => void;
}) {
  const { session } = useAppContext();
  const [attemptsLeft, setAttemptsLeft] = useState<number | null>(null);
  const form = useForm({
    fieldNames: ['code'],
    validate: values => listErrors({ code: findEmptyError(values.code?.trim()) }),
    async send({ code = '' }) {
      const model = await session.openModel();
      try {
        await model.logIn({ challenge: challenge.challenge, code: code.trim() });
      } catch (error) {
        if (toErrorCode(error) === 'challenge_expired') return onExpired();
        setAttemptsLeft(parseAttemptsLeft(error));
        throw error;
      }
      onLoggedIn();
    },
  });
  return (
    <>
      <p className="text">Откройте приложение для кодов и введите 6 цифр. На это есть 5 минут.</p>
      <form {...form.props} aria-label="Код подтверждения">
        <CodeField form={form} hasRecoveryCodes={challenge.methods.includes('recovery_code')} isFocused />
        <p className="form-hint" role="status">
          {attemptsLeft !== null && form.failure !== null && formatAttemptsLeft(attemptsLeft)}
        </p>
        <FormEnd form={form} text="Войти" sendingText="Входим…" />
      </form>
      <SecondFactorHelp />
      <button type="button" className="button quiet" onClick={onCancel}>
        Войти с другой почтой
      </button>
    </>
  );
}

function parseAttemptsLeft(error: unknown): number | null {
  const parsed = v.safeParse(SecondFactorRefusal, error instanceof ApiError ? error.body : null);
  return parsed.success ? parsed.output.attemptsLeft : null;
}

const formatAttemptsLeft = (count: number) =>
  `${selectPluralForm(count, ['Осталась', 'Остались', 'Осталось'])} ${pluralize(count, ['попытка', 'попытки', 'попыток'])}.`;
