import { useEffect, useRef } from 'react';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import { useForm } from '../elements/form/useForm.ts';

/** Says that a letter was sent. The link in it is valid for `validity`; the button sends the letter again. */
export function LetterSent({
  email,
  validity,
  sendAgain,
  onChangeEmail,
}: {
  email: string;
  validity: string;
  sendAgain: (call: { signal: AbortSignal; recaptcha: string | null }) => Promise<void>;
  onChangeEmail: () => void;
}) {
  const ref = useRef<HTMLParagraphElement>(null);
  const form = useForm({ fieldNames: [], send: (_, call) => sendAgain(call) });
  useEffect(() => ref.current?.focus(), []);
  return (
    <>
      <p className="text" ref={ref} tabIndex={-1}>
        Мы&nbsp;отправили письмо на&nbsp;<b>{email}</b>. Откройте ссылку из&nbsp;него: она действует{' '}
        {validity}.
      </p>
      <p className="text">Письма нет? Проверьте папку «Спам» и&nbsp;адрес.</p>
      <form {...form.props}>
        <FormEnd form={form} text="Отправить ещё раз" sendingText="Отправляем…" isQuiet />
      </form>
      <button type="button" className="button quiet" onClick={onChangeEmail}>
        Указать другую почту
      </button>
    </>
  );
}
