import { useState } from 'react';
import { Link } from 'react-router';
import { requestRestoreCall } from '#core/contract/account/recentAccess.ts';
import { LINK_LIFETIMES } from '#core/contract/user.ts';
import { routePaths } from '../routePaths.ts';
import { EmailForm } from './EmailForm.tsx';
import { EmailSent } from './EmailSent.tsx';
import { GuestFrame } from './GuestFrame.tsx';

/** Page /forget: sends an e-mail with the link that sets a new password. */
export function ForgetPage() {
  const [email, setEmail] = useState('');
  const [isSent, setIsSent] = useState(false);
  if (isSent)
    return (
      <GuestFrame title="Проверьте почту">
        <EmailSent
          email={email}
          validity={LINK_LIFETIMES.restore.text}
          call={requestRestoreCall}
          onChangeEmail={() => setIsSent(false)}
          isConditional
        />
      </GuestFrame>
    );
  return (
    <GuestFrame title={<>Новый пароль</>}>
      <p className="text">Укажите почту аккаунта. Пришлём ссылку, по которой можно задать новый пароль.</p>
      <EmailForm
        label="Новый пароль"
        text="Получить ссылку"
        email={email}
        call={requestRestoreCall}
        onSent={sentEmail => {
          setEmail(sentEmail);
          setIsSent(true);
        }}
      />
      <p className="alternative">
        Вспомнили пароль? <Link to={routePaths.login}>Войти</Link>
      </p>
    </GuestFrame>
  );
}
