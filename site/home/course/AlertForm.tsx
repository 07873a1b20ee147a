import { useState } from 'react';
import { formatAccountMessage } from '#core/accountMessages.ts';
import type { ApiClient } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import type { CodePair } from '#core/api/course/market.ts';
import { ALERT_LINK_LIFETIME, requestCourseAlertCall } from '#core/contract/course/courseAlert.ts';
import { isNonZero, parseAmount } from '#core/exchange/amount.ts';
import { getUnitSymbol } from '#core/exchange/formatMoney.ts';
import { findEmailError, listErrors } from '../../auth/validateFields.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { useForm } from '../../elements/form/useForm.ts';
import type { CourseView } from './courseView.ts';
import '../../elements/form/form.css';

/** Message about a wanted price; null if it is a positive number. */
function findPriceError(text: string | undefined): string | null {
  const parsed = parseAmount(text ?? '');
  if (!parsed.ok) return formatAccountMessage(parsed.code);
  return isNonZero(parsed.text) ? null : formatAccountMessage('number_format');
}

/** Form for an e-mail that is sent when the price reaches a wanted one. */
export function AlertForm({
  api,
  pair,
  view,
  accountEmail,
}: {
  api: ApiClient;
  pair: CodePair;
  view: CourseView;
  /** Initial text of the e-mail field: the account's; empty for a guest. */
  accountEmail: string;
}) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    fieldNames: ['price', 'email'],
    validate: ({ price, email }) =>
      listErrors({ price: findPriceError(price), email: findEmailError(email) }),
    async send(values, { signal, recaptcha }) {
      const parsed = parseAmount(values.price ?? '');
      const email = values.email?.trim() ?? '';
      const price = parsed.ok ? parsed.text : '';
      const { priceOf } = view;
      await sendCall(api, requestCourseAlertCall, {
        body: { ...pair, priceOf, price, email, recaptcha },
        signal,
      });
      setSentTo(email);
    },
  });
  if (sentTo !== null)
    return (
      <div className="course-alert" role="status" data-private>
        <p>
          Отправили письмо на <b>{sentTo}</b>. Нажмите в нём «Подтвердить уведомление»: ссылка действует{' '}
          {ALERT_LINK_LIFETIME.text}.
        </p>
        <p className="meta">Если такое уведомление уже есть, второго письма не будет. Проверьте «Спам».</p>
        <button type="button" className="button" onClick={() => setSentTo(null)}>
          Ещё одно уведомление
        </button>
      </div>
    );
  return (
    <form {...form.props} className="course-alert" aria-label="Уведомление о курсе">
      <TextField
        form={form}
        name="price"
        label={`Цена за ${view.base}, ${getUnitSymbol(view.quote)}`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
        hint={`Сейчас ${view.price}`}
      />
      <TextField
        form={form}
        name="email"
        label="Почта"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        defaultValue={accountEmail}
        hint="Одно письмо, когда курс дойдёт. Потом адрес сотрём"
      />
      <FormEnd form={form} text="Сообщить" sendingText="Отправляем…" isQuiet />
    </form>
  );
}
