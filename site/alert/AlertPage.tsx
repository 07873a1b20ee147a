import { Link } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import {
  cancelCourseAlertsCall,
  confirmCourseAlertCall,
  type CourseAlert,
} from '#core/contract/course/courseAlert.ts';
import { formatDecimal } from '#core/exchange/amount.ts';
import { formatCourseLine } from '#core/exchange/formatMoney.ts';
import { GuestFrame } from '../auth/GuestFrame.tsx';
import { EmailPrompt, type PromptScreen } from '../auth/emails/EmailPrompt.tsx';
import { useTokenFragment } from '../auth/tokenFragment.ts';
import { formatDateTime } from '../claim/formatDateTime.ts';
import { routePaths } from '../routePaths.ts';
import { useAppContext } from '../shell/appContext.ts';

/** Page /alert#confirm=…, #cancel=…: confirms or cancels an alert with the token of an e-mail. */
export function AlertPage() {
  const confirmToken = useTokenFragment('confirm');
  const cancelToken = useTokenFragment('cancel');
  if (confirmToken !== null) return <ConfirmPrompt key={confirmToken} token={confirmToken} />;
  if (cancelToken !== null) return <CancelPrompt key={cancelToken} token={cancelToken} />;
  return (
    <GuestFrame title={UNKNOWN_LINK.title} staysOpen>
      {UNKNOWN_LINK.body}
    </GuestFrame>
  );
}

const createScreen = (title: string, text: string): PromptScreen => ({
  title,
  body: (
    <>
      <p className="text">{text}</p>
      <Link className="button" to={routePaths.home}>
        На главную
      </Link>
    </>
  ),
});

const UNKNOWN_LINK = createScreen('Ссылка не действует', 'Откройте ссылку из письма ещё раз, целиком.');
const REFUSALS = {
  link_invalid: UNKNOWN_LINK,
  alert_over: createScreen(
    'Уведомления уже нет',
    'Ссылка действовала 24 часа, или уведомление отменили, или оно уже пришло. Создайте новое на главной странице.',
  ),
};

function ConfirmPrompt({ token }: { token: string }) {
  const { api } = useAppContext();
  return (
    <EmailPrompt
      question={{
        title: 'Включить уведомление?',
        body: (
          <p className="text">Напишем на почту, куда пришло письмо, один раз: когда курс дойдёт до вашего.</p>
        ),
      }}
      button="Включить"
      busyButton="Включаем…"
      refusals={REFUSALS}
      send={async () => {
        const alert = await sendCall(api, confirmCourseAlertCall, { body: { token } });
        return createScreen(
          'Уведомление включено',
          `Напишем один раз, когда будет ${formatAlert(alert)}. Ждём до ${formatDateTime(alert.expiresAt)}, потом сотрём адрес. Отменить можно ссылкой из письма.`,
        );
      }}
    />
  );
}

function CancelPrompt({ token }: { token: string }) {
  const { api } = useAppContext();
  return (
    <EmailPrompt
      question={{
        title: 'Отменить уведомления?',
        body: <p className="text">Писем о курсе не будет, адрес сотрём в течение суток.</p>,
      }}
      button="Отменить"
      busyButton="Отменяем…"
      refusals={REFUSALS}
      send={async () => {
        const { cancelled } = await sendCall(api, cancelCourseAlertsCall, { body: { token } });
        return cancelled > 0
          ? createScreen(
              'Уведомления отменены',
              `Отменено: ${cancelled}. Писем по ним не будет, адрес сотрём в течение суток.`,
            )
          : createScreen(
              'Уведомлений нет',
              'Отменять нечего: срок уведомления прошёл, или его уже отменили.',
            );
      }}
    />
  );
}

/** «1 USDT = 85 ₽ или больше». */
function formatAlert({ priceOf, price, direction, currencyFrom, currencyTo }: CourseAlert): string {
  const [base, quote] = priceOf === 'from' ? [currencyFrom, currencyTo] : [currencyTo, currencyFrom];
  const line = formatCourseLine({ base, quote, price: formatDecimal(price) });
  return `${line} или ${direction === 'up' ? 'больше' : 'меньше'}`;
}
