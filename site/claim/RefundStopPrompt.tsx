import { Link } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import { stopRefundCall, type RefundStopResult } from '#core/contract/claim/refund.ts';
import { EmailPrompt, type PromptScreen } from '../auth/emails/EmailPrompt.tsx';
import { routePaths } from '../routePaths.ts';
import { useAppContext } from '../shell/appContext.ts';

type Outcome = RefundStopResult['outcome'] | 'invalid';

/** Texts of the outcomes. */
const OUTCOMES: Readonly<Record<Outcome, { title: string; text: string }>> = {
  stopped: {
    title: 'Возврат остановлен',
    text: 'Деньги пока у нас. Оператор проверит возврат и напишет на почту заявки. Если знаете, куда вернуть деньги, напишите нам.',
  },
  sent: {
    title: 'Деньги уже отправлены',
    text: 'Остановить возврат не получилось: деньги ушли до того, как вы нажали. Напишите нам: поможем выяснить, куда.',
  },
  none: {
    title: 'Возврата сейчас нет',
    text: 'По этой заявке деньги не возвращают, поэтому останавливать нечего. Если что-то не так, напишите нам.',
  },
  invalid: {
    title: 'Ссылка не действует',
    text: 'Откройте ссылку из письма ещё раз целиком. Если деньги возвращают не вам, напишите нам.',
  },
};

const describeOutcome = (outcome: Outcome): PromptScreen => ({
  title: OUTCOMES[outcome].title,
  body: (
    <>
      <p className="text">{OUTCOMES[outcome].text}</p>
      <Link className="button primary" to={routePaths.contacts}>
        Написать нам
      </Link>
    </>
  ),
});

const INVALID_LINK = describeOutcome('invalid');

const QUESTION: PromptScreen = {
  title: 'Возврат не вам?',
  body: (
    <>
      <p className="text">
        Остановим возврат: деньги останутся у нас, пока оператор не проверит, куда их вернуть.
      </p>
      <p className="text">Если реквизиты в письме ваши, закройте страницу: ничего не изменится.</p>
    </>
  ),
};

/** Stops the refund of an e-mail's token. */
export function RefundStopPrompt({ id, token, onClose }: { id: string; token: string; onClose: () => void }) {
  const { api } = useAppContext();
  return (
    <EmailPrompt
      question={QUESTION}
      button="Остановить возврат"
      busyButton="Останавливаем…"
      refusals={{ link_invalid: INVALID_LINK, not_found: INVALID_LINK }}
      send={async () =>
        describeOutcome((await sendCall(api, stopRefundCall, { id, body: { token } })).outcome)
      }
    >
      <button type="button" className="button quiet" onClick={onClose}>
        Открыть заявку
      </button>
    </EmailPrompt>
  );
}
