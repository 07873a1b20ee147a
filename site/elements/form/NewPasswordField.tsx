import { useRef, useState } from 'react';
import { countCharacters } from '#core/contract/passwordRules.ts';
import { describePassword, type PasswordAssessment } from './describePassword.ts';
import { PasswordField } from './PasswordField.tsx';
import type { Form } from './useForm.ts';
import './form.css';

type Estimator = typeof import('./estimateStrength.ts');

/** Input for a new password with a meter. Its dictionaries load when the field gets the focus. */
export function NewPasswordField({
  form,
  name = 'password',
  label = 'Пароль',
  min,
  readEmail,
}: {
  form: Form;
  name?: string;
  label?: string;
  /** The server's minimum, characters: `usePasswordMin`. */
  min: number;
  /** The e-mail of the account, which the password must not repeat; "" if unknown. */
  readEmail: () => string;
}) {
  const estimator = useRef<Promise<Estimator | null>>(null);
  const lastPassword = useRef('');
  const [assessment, setAssessment] = useState<PasswordAssessment>({ length: 0, strength: null });

  const loadEstimator = () =>
    (estimator.current ??= import('./estimateStrength.ts').catch(() => {
      estimator.current = null;
      return null;
    }));

  async function assess(password: string): Promise<void> {
    lastPassword.current = password;
    const length = countCharacters(password);
    setAssessment(({ strength }) => ({ length, strength: length === 0 ? null : strength }));
    const loaded = await loadEstimator();
    if (!loaded || lastPassword.current !== password || length === 0) return;
    setAssessment({ length, strength: loaded.estimateStrength(password, readEmail(), location.hostname) });
  }

  const { level, text } = describePassword(assessment, min);
  return (
    <PasswordField
      form={form}
      name={name}
      label={label}
      autoComplete="new-password"
      onFocus={() => void loadEstimator()}
      onInput={password => void assess(password)}
      hint={
        <>
          <span className="password-meter" aria-hidden="true" data-level={level} />
          <span role="status">{text}</span>
        </>
      }
    />
  );
}
