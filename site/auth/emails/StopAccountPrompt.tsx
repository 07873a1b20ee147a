import { Link } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import { stopAccountCall, type AccountStop } from '#core/contract/account/recentAccess.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { routePaths } from '../../routePaths.ts';
import { useAppContext } from '../../shell/appContext.ts';
import { EmailPrompt, type PromptScreen } from './EmailPrompt.tsx';

const QUESTION: PromptScreen = {
  title: 'Это не вы?',
  body: (
    <>
      <p className="text">
        Завершим все сеансы и отключим пароль. Удалим ключи доступа, ключи API, вебхуки и реквизиты, которые
        появились или изменились за 30 дней. Остановим выплаты на 72 часа. Если почту аккаунта изменили меньше
        72 часов назад, вернём прежнюю.
      </p>
      <p className="text">Если это были вы, закройте страницу: ничего не изменится.</p>
    </>
  ),
};

const INVALID_LINK: PromptScreen = {
  title: 'Ссылка не действует',
  body: (
    <>
      <p className="text">Если в аккаунте кто-то чужой, задайте новый пароль: он завершит все сеансы.</p>
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
        Все сеансы завершены, пароль отключён, выплаты остановлены до {formatDateTime(payoutsFrozenUntil)}.
      </p>
      {canRestore ? (
        <>
          <p className="text">
            Чтобы войти, задайте новый пароль: пришлём ссылку на почту, куда пришло то письмо.
          </p>
          <p className="text">
            Второй фактор остался, если он был включён: ни письмо, ни новый пароль его не отключают. Включили
            его не вы — войдите с ключом доступа старше 30 дней и отключите его или{' '}
            <Link to={routePaths.contacts}>напишите нам</Link>.
          </p>
          <Link className="button primary" to={routePaths.forget}>
            Получить ссылку
          </Link>
        </>
      ) : (
        <>
          <p className="text">
            Вернуть прежнюю почту не получилось: с ней уже есть другой аккаунт. Напишите нам с этой почты, и
            мы поможем войти.
          </p>
          <Link className="button primary" to={routePaths.contacts}>
            Написать нам
          </Link>
        </>
      )}
    </>
  );
}
