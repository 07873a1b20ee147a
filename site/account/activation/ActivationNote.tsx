import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { reactivateCall } from '#core/contract/account/activationProof.ts';
import { LINK_LIFETIMES } from '#core/contract/user.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { useForm } from '../../elements/form/useForm.ts';
import { useAccount } from '../accountContext.ts';
import '../../elements/form/form.css';

/** Note that the account is not activated, with a button that requests another e-mail. */
export function ActivationNote() {
  const { api, user } = useAccount();
  const [isSent, setIsSent] = useState(false);
  const form = useForm({
    fieldNames: [],
    async send(_, { signal, recaptcha }) {
      await sendCall(api, reactivateCall, { body: { email: user.email, recaptcha }, signal });
      setIsSent(true);
    },
  });
  return (
    <section className="account-note activation-note" aria-label="Аккаунт не активирован">
      <p>Аккаунт не активирован. Откройте ссылку из письма: она действует {LINK_LIFETIMES.activate.text}.</p>
      <p className="meta" role="status">
        {isSent && `Письмо отправили на ${user.email}. Нет его? Проверьте папку «Спам».`}
      </p>
      <form {...form.props} aria-label="Новое письмо">
        <FormEnd form={form} text="Отправить письмо ещё раз" sendingText="Отправляем…" isQuiet />
      </form>
    </section>
  );
}
