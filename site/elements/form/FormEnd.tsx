import { Suspense, useState, type ReactNode } from 'react';
import { ErrorNote } from '../ErrorNote.tsx';
import { lazyComponent } from '../lazyComponent.ts';
import { needsCaptcha } from './formFailure.ts';
import type { Form } from './useForm.ts';
import './form.css';

/** The captcha's code loads only if a captcha is required. */
const CaptchaFrame = lazyComponent(() => import('#widget/claim/create/CaptchaFrame.tsx'), 'CaptchaFrame');

/** The captcha, if one is required, the error of the whole form, and the button that sends the form. */
export function FormEnd({
  form,
  text,
  sendingText,
  isQuiet = false,
  isDisabled = false,
  asksCaptcha = false,
  children,
}: {
  form: Form;
  /** Text of the button, also while the form is sent. */
  text: string;
  sendingText: string;
  /** Whether the page's main action is another one. */
  isQuiet?: boolean;
  /** Whether the button is disabled for now; the form shows the reason. */
  isDisabled?: boolean;
  /** Whether the captcha is shown before the server requires it. */
  asksCaptcha?: boolean;
  /** An alternative below the error. */
  children?: ReactNode;
}) {
  const isRequired = needsCaptcha(form.failure);
  return (
    <>
      <ErrorNote text={form.failure?.message} />
      {children}
      {(isRequired || asksCaptcha) && (
        <FormCaptcha key={form.sentCaptchas} onPassed={isRequired ? form.submitCaptcha : form.keepCaptcha} />
      )}
      <button
        type="submit"
        className={isQuiet ? 'button' : 'button primary'}
        aria-disabled={form.isSending || isDisabled}
        onClick={event => isDisabled && event.preventDefault()}
      >
        {form.isSending ? sendingText : text}
      </button>
    </>
  );
}

function FormCaptcha({ onPassed }: { onPassed: (token: string) => void }) {
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed)
    return (
      <div className="form-hint" role="alert">
        <p>Проверка не загрузилась. Её могла закрыть сеть.</p>
        <button
          type="button"
          className="button"
          onClick={() => {
            setHasFailed(false);
            setAttempt(attempt + 1);
          }}
        >
          Повторить
        </button>
      </div>
    );
  return (
    <Suspense fallback={<span className="captcha" />}>
      <CaptchaFrame
        key={attempt}
        serverOrigin={location.origin}
        onPassed={onPassed}
        onFailed={() => setHasFailed(true)}
      />
    </Suspense>
  );
}
