import { useEffect, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createEmailChange, type EmailChangeModel } from '#core/account/createEmailChange.ts';
import { EMAIL_CODE_LENGTH, type PendingEmailChange } from '#core/contract/account/accountChanges.ts';
import { findEmailError, findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { formatTimeOfDay } from '#core/timeFormat.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { EmailField, TextField } from '../../elements/form/TextField.tsx';
import { useForm } from '../../elements/form/useForm.ts';
import { LoadError } from '../../live/LoadError.tsx';
import { useAccount } from '../accountContext.ts';
import { ConfirmationFields, ConfirmedButton } from '../confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../confirmation/useConfirmedForm.ts';

/** The e-mail of the account, and the two steps of its change. */
export function EmailSection() {
  useSignals();
  const { user, api } = useAccount();
  const [model] = useState(() => createEmailChange(api));
  useEffect(() => model.load(), [model]);
  const step = model.state.value;
  // A step that the visitor has reached here gets the focus; one that the page opens with does not.
  const [hasActed, setHasActed] = useState(false);
  return (
    <section className="account-section narrow" aria-labelledby="email-heading">
      <h2 id="email-heading">Почта</h2>
      <p className="account-email settings-email">{user.email}</p>
      {step.phase === 'loading' && <span className="skeleton settings-skeleton" aria-busy="true" />}
      {step.phase === 'failed' && <LoadError code={step.code} role="alert" onRetry={() => model.load()} />}
      {step.phase === 'address' && (
        <AddressForm model={model} isFocused={hasActed} onSent={() => setHasActed(true)} />
      )}
      {step.phase === 'code' && (
        <CodeStep
          // A new e-mail has a new code.
          key={step.pending.expiresAt}
          model={model}
          pending={step.pending}
          isFocused={hasActed}
          onActed={() => setHasActed(true)}
        />
      )}
      {step.phase === 'changed' && <ChangedMessage oldEmail={step.oldEmail} />}
    </section>
  );
}

/** Form for the new address. */
function AddressForm({
  model,
  isFocused,
  onSent,
}: {
  model: EmailChangeModel;
  isFocused: boolean;
  onSent: () => void;
}) {
  const form = useConfirmedForm({
    fieldNames: ['email'],
    validate: values => listErrors({ email: findEmailError(values.email) }),
    async send({ email = '' }, { signal }) {
      onSent();
      await model.request(email.trim(), { signal });
    },
  });
  return (
    <form {...form.props} aria-labelledby="email-heading">
      <EmailField form={form} label="Новая почта" autoComplete="email" autoFocus={isFocused} />
      <ConfirmationFields form={form} />
      <FormEnd form={form} text="Получить код" sendingText="Отправляем…" />
    </form>
  );
}

/** Form for the code of the e-mail. */
function CodeStep({
  model,
  pending: { email, expiresAt },
  isFocused,
  onActed,
}: {
  model: EmailChangeModel;
  pending: PendingEmailChange;
  isFocused: boolean;
  onActed: () => void;
}) {
  const { user, replaceUser } = useAccount();
  const form = useForm({
    fieldNames: ['code'],
    validate: values => listErrors({ code: findEmptyError(values.code?.trim()) }),
    async send({ code = '' }, { signal }) {
      onActed();
      replaceUser(await model.confirm({ code, oldEmail: user.email }, { signal }));
    },
  });
  return (
    <>
      <form {...form.props} aria-labelledby="email-heading">
        <TextField
          form={form}
          name="code"
          autoFocus={isFocused}
          label="Код из письма"
          inputMode="numeric"
          autoComplete="one-time-code"
          // A space in the middle, as people write it down.
          maxLength={EMAIL_CODE_LENGTH + 1}
          hint={
            <>
              Отправили на <b>{email}</b>. Код действует до {formatTimeOfDay(expiresAt)}. Письма нет?
              Проверьте папку «Спам» и адрес.
            </>
          }
        />
        <FormEnd form={form} text="Изменить почту" sendingText="Меняем…" />
      </form>
      <div className="code-alternatives">
        <ConfirmedButton
          aria-label="Новый код"
          text="Отправить ещё раз"
          sendingText="Отправляем…"
          send={signal => {
            onActed();
            return model.request(email, { signal });
          }}
        />
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            onActed();
            model.enterAddress();
          }}
        >
          Указать другую почту
        </button>
      </div>
    </>
  );
}

function ChangedMessage({ oldEmail }: { oldEmail: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <p className="section-text" ref={ref} tabIndex={-1}>
      Почта изменена. На других устройствах войдите заново. Отменить можно 72 часа: кнопкой в письме на{' '}
      {oldEmail}.
    </p>
  );
}
