import { Link } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import { stopAccountCall, type AccountStop } from '#core/contract/account/recentAccess.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { routePaths } from '../../routePaths.ts';
import { useAppContext } from '../../shell/appContext.ts';
import { EmailPrompt, type PromptScreen } from './EmailPrompt.tsx';

const QUESTION: PromptScreen = {
  title: 'Это не\u00a0вы?',
  body: (
    <>
      <p className="text">
        Завершим все сеансы и&nbsp;отключим пароль. Удалим ключи доступа, ключи API, вебхуки и&nbsp;реквизиты,
        которые появились или изменились за&nbsp;30&nbsp;дней. Остановим выплаты на&nbsp;72&nbsp;часа. Если
        почту аккаунта изменили меньше 72&nbsp;часов назад, вернём прежнюю.
      </p>
      <p className="text">Если это были вы, закройте страницу: ничего не&nbsp;изменится.</p>
    </>
  ),
};

const INVALID_LINK: PromptScreen = {
  title: 'Ссылка не\u00a0действует',
  body: (
    <>
      <p className="text">
        Если в&nbsp;аккаунте кто-то чужой, задайте новый пароль: он&nbsp;завершит все сеансы.
      </p>
      <Link className="button primary" to={routePaths.forget}>
        Задать новый пароль
      </Link>
    </>
  ),
};

/** Stops the account of an e-mail's token. */
export function StopAccountPrompt({ token }: { token: string }) {
  const { api, session } = useAppContext();
  return (
    <EmailPrompt
      question={QUESTION}
      button="Остановить аккаунт"
      busyButton="Останавливаем…"
      refusals={{ link_invalid: INVALID_LINK }}
      send={async () => {
        const stop = await sendCall(api, stopAccountCall, { token });
        // This browser's session may be among those that have ended.
        session.model.peek()?.reload();
        return createStoppedScreen(stop);
      }}
    />
  );
}

const createStoppedScreen = (stop: AccountStop): PromptScreen => ({
  title: 'Аккаунт остановлен',
  body: <StoppedMessage stop={stop} />,
});

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
