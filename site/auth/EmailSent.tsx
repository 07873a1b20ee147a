import { useEffect, useRef, useState, type ReactNode } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { formatTimeOfDay } from '#core/timeFormat.ts';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import { useForm } from '../elements/form/useForm.ts';
import { useAppContext } from '../shell/appContext.ts';
import type { EmailCall } from './EmailForm.tsx';

/** How long the e-mail cannot be sent again, milliseconds: mail servers often take that long. */
const RESEND_WAIT_MS = 60_000;

/**
 * Note that an e-mail was sent; with `isConditional` only if the account exists, which the response does not reveal.
 * The link in it is valid for `validity`; the button requests the e-mail again.
 */
export function EmailSent({
  email,
  validity,
  hint,
  call,
  onChangeEmail,
  isConditional = false,
}: {
  email: string;
  validity: string;
  /** Help for a visitor without the e-mail. */
  hint?: ReactNode;
  call: EmailCall;
  onChangeEmail: () => void;
  isConditional?: boolean;
}) {
  const ref = useRef<HTMLParagraphElement>(null);
  const { api } = useAppContext();
  const { clock } = api;
  const [sentAt, setSentAt] = useState<number | null>(null);
  const [isWaiting, setIsWaiting] = useState(false);
  const form = useForm({
    fieldNames: [],
    async send(_, { signal, recaptcha }) {
      await sendCall(api, call, { body: { email, recaptcha }, signal });
      setSentAt(clock.now());
      setIsWaiting(true);
    },
  });
  useEffect(() => {
    if (isWaiting) return clock.setTimer(() => setIsWaiting(false), RESEND_WAIT_MS);
  }, [isWaiting, clock]);
  useEffect(() => ref.current?.focus(), []);
  return (
    <>
      <p className="text" ref={ref} tabIndex={-1}>
        {isConditional ? 'Если такой аккаунт есть, письмо уже в пути на ' : 'Мы отправили письмо на '}
        <b>{email}</b>. Откройте ссылку из него: она действует {validity}.
      </p>
      <p className="text">Письма нет? Проверьте папку «Спам» и адрес. {hint}</p>
      <form {...form.props}>
        <p className="form-hint" role="status">
          {sentAt !== null &&
            `Запросили ещё раз в ${formatTimeOfDay(new Date(sentAt).toISOString())}. ${isWaiting ? 'Следующее письмо можно запросить через минуту.' : ''}`}
        </p>
        <FormEnd
          form={form}
          text="Отправить ещё раз"
          sendingText="Отправляем…"
          isQuiet
          isDisabled={isWaiting}
        />
      </form>
      <button type="button" className="button quiet" onClick={onChangeEmail}>
        Указать другую почту
      </button>
    </>
  );
}
