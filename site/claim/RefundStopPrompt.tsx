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
    text: 'Деньги пока у\u00a0нас. Оператор проверит возврат и\u00a0напишет на\u00a0почту заявки. Если знаете, куда вернуть деньги, напишите нам.',
  },
  sent: {
    title: 'Деньги уже отправлены',
    text: 'Остановить возврат не\u00a0получилось: деньги ушли до\u00a0того, как вы нажали. Напишите нам: поможем выяснить, куда.',
  },
  none: {
    title: 'Возврата сейчас нет',
    text: 'По\u00a0этой заявке деньги не\u00a0возвращают, поэтому останавливать нечего. Если что-то не\u00a0так, напишите нам.',
  },
  invalid: {
    title: 'Ссылка не\u00a0действует',
    text: 'Откройте ссылку из\u00a0письма ещё раз целиком. Если деньги возвращают не\u00a0вам, напишите нам.',
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
  title: 'Возврат не\u00a0вам?',
  body: (
    <>
      <p className="text">
        Остановим возврат: деньги останутся у&nbsp;нас, пока оператор не&nbsp;проверит, куда их вернуть.
      </p>
      <p className="text">Если реквизиты в&nbsp;письме ваши, закройте страницу: ничего не&nbsp;изменится.</p>
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
