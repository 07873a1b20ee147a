import { useState } from 'react';
import { Link } from 'react-router';
import { toErrorCode } from '#core/api/apiError.ts';
import { stopAccount } from '#core/api/guestAccount.ts';
import type { AccountStop } from '#core/contract/account/recentAccess.ts';
import { formatDateTime } from '../claim/formatDateTime.ts';
import { describeError } from '../elements/form/formFailure.ts';
import { useIsMounted } from '../elements/form/useIsMounted.ts';
import { routePaths } from '../routePaths.ts';
import { useAppContext } from '../shell/appContext.ts';
import { GuestFrame } from './GuestFrame.tsx';

type StopState =
  | { phase: 'waiting' }
  | { phase: 'sending' }
  | { phase: 'unreachable'; message: string }
  | { phase: 'invalid' }
  | { phase: 'stopped'; stop: AccountStop };

/** Stops the account of a letter's token. Only the pressed button does: mail scanners open links, too. */
export function StopAccountPrompt({ token }: { token: string }) {
  const { api, session } = useAppContext();
  const [state, setState] = useState<StopState>({ phase: 'waiting' });
  const isMounted = useIsMounted();

  async function stop(): Promise<void> {
    setState({ phase: 'sending' });
    try {
      const result = await stopAccount(api, token);
      if (!isMounted.current) return;
      setState({ phase: 'stopped', stop: result });
      // This browser's session may be among those that have ended.
      session.model.peek()?.reload();
    } catch (error) {
      if (!isMounted.current) return;
      setState(
        toErrorCode(error) === 'link_invalid'
          ? { phase: 'invalid' }
          : { phase: 'unreachable', message: describeError(error) },
      );
    }
  }

  return (
    <GuestFrame title={TITLES[state.phase]} staysOpen>
      {state.phase === 'stopped' ? (
        <StoppedMessage stop={state.stop} />
      ) : state.phase === 'invalid' ? (
        <InvalidLinkMessage />
      ) : (
        <StopQuestion state={state} onStop={() => void stop()} />
      )}
    </GuestFrame>
  );
}

const QUESTION = 'Это не\u00a0вы?';

const TITLES: Readonly<Record<StopState['phase'], string>> = {
  waiting: QUESTION,
  sending: QUESTION,
  unreachable: QUESTION,
  invalid: 'Ссылка не\u00a0действует',
  stopped: 'Аккаунт остановлен',
};

function StopQuestion({
  state,
  onStop,
}: {
  state: Exclude<StopState, { phase: 'stopped' | 'invalid' }>;
  onStop: () => void;
}) {
  return (
    <>
      <p className="text">
        Завершим все сеансы и&nbsp;отключим пароль. Удалим ключи доступа, ключи API, вебхуки и&nbsp;реквизиты,
        которые появились или изменились за&nbsp;30&nbsp;дней. Остановим выплаты на&nbsp;72&nbsp;часа. Если
        почту аккаунта изменили меньше 72&nbsp;часов назад, вернём прежнюю.
      </p>
      <p className="text">Если это были вы, закройте страницу: ничего не&nbsp;изменится.</p>
      {state.phase === 'unreachable' && (
        <p className="form-error" role="alert">
          {state.message}.
        </p>
      )}
      <button
        type="button"
        className="button primary"
        aria-disabled={state.phase === 'sending'}
        onClick={() => state.phase !== 'sending' && onStop()}
      >
        {state.phase === 'sending' ? 'Останавливаем…' : 'Остановить аккаунт'}
      </button>
    </>
  );
}

function InvalidLinkMessage() {
  return (
    <>
      <p className="text">
        Если в&nbsp;аккаунте кто-то чужой, задайте новый пароль: он&nbsp;завершит все сеансы.
      </p>
      <Link className="button primary" to={routePaths.forget}>
        Задать новый пароль
      </Link>
    </>
  );
}

function StoppedMessage({ stop: { payoutsFrozenUntil, canRestore } }: { stop: AccountStop }) {
  return (
    <>
      <p className="text">
        Все сеансы завершены, пароль отключён, выплаты остановлены до&nbsp;
        {formatDateTime(payoutsFrozenUntil)}.
      </p>
      {canRestore ? (
        <>
          <p className="text">
            Чтобы войти, задайте новый пароль: пришлём ссылку на&nbsp;почту, куда пришло то&nbsp;письмо.
          </p>
          <p className="text">
            Второй фактор остался, если он был включён: ни&nbsp;письмо, ни&nbsp;новый пароль его
            не&nbsp;отключают. Включили его не&nbsp;вы&nbsp;— войдите с&nbsp;ключом доступа старше
            30&nbsp;дней и&nbsp;отключите его или <Link to={routePaths.contacts}>напишите нам</Link>.
          </p>
          <Link className="button primary" to={routePaths.forget}>
            Получить ссылку
          </Link>
        </>
      ) : (
        <>
          <p className="text">
            Вернуть прежнюю почту не&nbsp;получилось: с&nbsp;ней уже есть другой аккаунт. Напишите нам
            с&nbsp;этой почты, и&nbsp;мы поможем войти.
          </p>
          <Link className="button primary" to={routePaths.contacts}>
            Написать нам
          </Link>
        </>
      )}
    </>
  );
}
