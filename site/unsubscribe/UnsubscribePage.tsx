import { Link } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import { unsubscribeCall } from '#core/contract/account/newsletter.ts';
import { routePaths } from '../routePaths.ts';
import { useAppContext } from '../shell/appContext.ts';
import { GuestFrame } from '../auth/GuestFrame.tsx';
import { EmailPrompt, type PromptScreen } from '../auth/emails/EmailPrompt.tsx';
import { useTokenFragment } from '../auth/tokenFragment.ts';

const createScreen = (title: string, text: string): PromptScreen => ({
  title,
  body: (
    <>
      <p className="text">{text}</p>
      <Link className="button" to={routePaths.settings}>
        Открыть настройки
      </Link>
    </>
  ),
});

const DONE = createScreen(
  'Новости отключены',
  'Писем с новостями больше не будет, остальные приходят как раньше. Включить новости снова можно в настройках.',
);
const EXPIRED_LINK = createScreen(
  'Ссылка устарела',
  'Она действует год. Возьмите ссылку из нового письма или отключите новости в настройках аккаунта.',
);
const INVALID_LINK = createScreen(
  'Ссылка не подошла',
  'Откройте ссылку из письма ещё раз целиком или отключите новости в настройках аккаунта.',
);

const QUESTION: PromptScreen = {
  title: 'Отключить новости?',
  body: (
    <p className="text">
      Больше не будем присылать новости на почту, куда пришло письмо. Остальные письма останутся.
    </p>
  ),
};

/** Page /unsubscribe#news=…: ends the e-mails with news. */
export function UnsubscribePage() {
  const { api } = useAppContext();
  const token = useTokenFragment('news');
  if (token === null)
    return (
      <GuestFrame title={INVALID_LINK.title} staysOpen>
        {INVALID_LINK.body}
      </GuestFrame>
    );
  return (
    <EmailPrompt
      key={token}
      question={QUESTION}
      button="Отключить новости"
      busyButton="Отключаем…"
      refusals={{ link_invalid: INVALID_LINK, link_expired: EXPIRED_LINK }}
      send={async () => {
        await sendCall(api, unsubscribeCall, { token });
        return DONE;
      }}
    />
  );
}
