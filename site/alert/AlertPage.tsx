import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { toErrorCode } from '#core/api/apiError.ts';
import { cancelCourseAlerts, confirmCourseAlert } from '#core/api/course/courseAlert.ts';
import type { CourseAlert } from '#core/contract/course/courseAlert.ts';
import { formatCourseLine, formatDecimal } from '#core/exchange/formatMoney.ts';
import { GuestFrame } from '../auth/GuestFrame.tsx';
import { useTokenFragment } from '../auth/tokenFragment.ts';
import { formatDateTime } from '../claim/formatDateTime.ts';
import { describeError } from '../elements/form/formFailure.ts';
import { useIsMounted } from '../elements/form/useIsMounted.ts';
import { routePaths } from '../routePaths.ts';
import { useAppContext } from '../shell/appContext.ts';

/** Page /alert#confirm=…, #cancel=…: confirms or cancels an alert with the token of a letter. */
export function AlertPage() {
  const confirmToken = useTokenFragment('confirm');
  const cancelToken = useTokenFragment('cancel');
  if (confirmToken !== null) return <ConfirmPrompt key={confirmToken} token={confirmToken} />;
  if (cancelToken !== null) return <CancelPrompt key={cancelToken} token={cancelToken} />;
  return (
    <GuestFrame title={UNKNOWN_LINK.title} staysOpen>
      <MessageBody>{UNKNOWN_LINK.text}</MessageBody>
    </GuestFrame>
  );
}

/** What a screen says. */
interface Message {
  title: string;
  text: ReactNode;
}

const UNKNOWN_LINK: Message = {
  title: 'Ссылка не\u00a0действует',
  text: 'Откройте ссылку из\u00a0письма ещё раз, целиком.',
};

type PromptState<Result> =
  | { phase: 'waiting' | 'sending' | 'over' | 'unknown' }
  | { phase: 'unreachable'; message: string }
  | { phase: 'done'; result: Result };

/** Sends a token when the button is pressed, and not before: mail scanners open links, too. */
function usePrompt<Result>(send: () => Promise<Result>): [PromptState<Result>, () => void] {
  const [state, setState] = useState<PromptState<Result>>({ phase: 'waiting' });
  const isMounted = useIsMounted();
  async function press(): Promise<void> {
    setState({ phase: 'sending' });
    try {
      const result = await send();
      if (isMounted.current) setState({ phase: 'done', result });
    } catch (error) {
      if (!isMounted.current) return;
      const code = toErrorCode(error);
      if (code === 'alert_over') setState({ phase: 'over' });
      else if (code === 'link_invalid') setState({ phase: 'unknown' });
      else setState({ phase: 'unreachable', message: describeError(error) });
    }
  }
  return [state, () => state.phase !== 'sending' && void press()];
}

const ALERT_OVER: Message = {
  title: 'Уведомления уже нет',
  text: 'Ссылка действовала 24\u00a0часа, или уведомление отменили, или оно уже пришло. Создайте новое на\u00a0главной странице.',
};

function ConfirmPrompt({ token }: { token: string }) {
  const { api } = useAppContext();
  const [state, confirm] = usePrompt(() => confirmCourseAlert(api, token));
  return (
    <PromptScreen
      state={state}
      question={{
        title: 'Включить уведомление?',
        text: 'Напишем на\u00a0почту, куда пришло письмо, один раз: когда курс дойдёт до\u00a0вашего.',
      }}
      button={state.phase === 'sending' ? 'Включаем…' : 'Включить'}
      onPress={confirm}
      describeResult={alert => ({
        title: 'Уведомление включено',
        text: `Напишем один раз, когда будет ${formatAlert(alert)}. Ждём до\u00a0${formatDateTime(alert.expiresAt)}, потом сотрём адрес. Отменить можно ссылкой из\u00a0письма.`,
      })}
    />
  );
}

function CancelPrompt({ token }: { token: string }) {
  const { api } = useAppContext();
  const [state, cancel] = usePrompt(() => cancelCourseAlerts(api, token));
  return (
    <PromptScreen
      state={state}
      question={{
        title: 'Отменить уведомления?',
        text: 'Писем о\u00a0курсе не\u00a0будет, и\u00a0адрес сотрём сразу.',
      }}
      button={state.phase === 'sending' ? 'Отменяем…' : 'Отменить'}
      onPress={cancel}
      describeResult={({ cancelled }) =>
        cancelled > 0
          ? {
              title: 'Уведомления отменены',
              text: `Отменено: ${cancelled}. Писем по\u00a0ним не\u00a0будет, адрес стёрт.`,
            }
          : {
              title: 'Уведомлений нет',
              text: 'Отменять нечего: срок уведомления прошёл, или его уже отменили.',
            }
      }
    />
  );
}

/** «1 USDT = 85 ₽ или больше». */
function formatAlert({ priceOf, price, direction, currencyFrom, currencyTo }: CourseAlert): string {
  const [base, quote] = priceOf === 'from' ? [currencyFrom, currencyTo] : [currencyTo, currencyFrom];
  const line = formatCourseLine({ base, quote, price: formatDecimal(price) });
  return `${line} или ${direction === 'up' ? 'больше' : 'меньше'}`;
}

/** The question, then what its answer did. It is one frame, whose heading gets the focus of the pressed button. */
function PromptScreen<Result>({
  state,
  question,
  button,
  onPress,
  describeResult,
}: {
  state: PromptState<Result>;
  question: Message;
  button: string;
  onPress: () => void;
  describeResult: (result: Result) => Message;
}) {
  const message = getMessage(state, describeResult);
  return (
    <GuestFrame title={(message ?? question).title} staysOpen>
      {message ? (
        <MessageBody>{message.text}</MessageBody>
      ) : (
        <>
          <p className="text">{question.text}</p>
          {state.phase === 'unreachable' && (
            <p className="form-error" role="alert">
              {state.message}.
            </p>
          )}
          <button
            type="button"
            className="button primary"
            aria-disabled={state.phase === 'sending'}
            onClick={onPress}
          >
            {button}
          </button>
        </>
      )}
    </GuestFrame>
  );
}

/** What to say instead of the question; null while it can be answered. */
function getMessage<Result>(
  state: PromptState<Result>,
  describeResult: (result: Result) => Message,
): Message | null {
  if (state.phase === 'done') return describeResult(state.result);
  if (state.phase === 'over') return ALERT_OVER;
  return state.phase === 'unknown' ? UNKNOWN_LINK : null;
}

function MessageBody({ children }: { children: ReactNode }) {
  return (
    <>
      <p className="text" role="status">
        {children}
      </p>
      <Link className="button" to={routePaths.home}>
        На&nbsp;главную
      </Link>
    </>
  );
}
