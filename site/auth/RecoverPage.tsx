import { useState } from 'react';
import { Link } from 'react-router';
import { toErrorCode } from '#core/api/apiError.ts';
import { openRestore } from '#core/api/openRestore.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { restorePasswordCall, type RestoreAccess } from '#core/contract/account/recentAccess.ts';
import { LINK_LIFETIMES } from '#core/contract/user.ts';
import { findPasswordError } from '../elements/form/describePassword.ts';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import { NewPasswordField } from '../elements/form/NewPasswordField.tsx';
import { CodeField } from '../elements/form/TextField.tsx';
import { useForm } from '../elements/form/useForm.ts';
import { usePasswordMin } from '../elements/form/usePasswordMin.ts';
import { routePaths } from '../routePaths.ts';
import { useAppContext } from '../shell/appContext.ts';
import { GuestFrame } from './GuestFrame.tsx';
import { listKeptIds, RecentAccessChoice } from './RecentAccessChoice.tsx';
import { SecondFactorHelp } from './SecondFactorHelp.tsx';
import { StopAccountPrompt } from './emails/StopAccountPrompt.tsx';
import { useTokenFragment } from './tokenFragment.ts';
import { findEmptyError, listErrors } from './validateFields.ts';

/** Page /recover#token=…: sets a new password with the token of an e-mail. `#stop=…`: stops the account. */
export function RecoverPage() {
  const token = useTokenFragment('token');
  const stopToken = useTokenFragment('stop');
  const [isRestored, setIsRestored] = useState(false);
  if (stopToken !== null && token === null) return <StopAccountPrompt token={stopToken} />;
  if (isRestored)
    return (
      <GuestFrame title="Пароль изменён" staysOpen>
        <p className="text">Все прежние входы завершены. Войдите с новым паролем.</p>
        <Link className="button primary" to={routePaths.login}>
          Войти
        </Link>
      </GuestFrame>
    );
  return (
    <GuestFrame title="Новый пароль" staysOpen={token !== null}>
      {token === null ? (
        <>
          <p className="text">
            Откройте ссылку из письма ещё раз. Она действует {LINK_LIFETIMES.restore.text} и один раз.
          </p>
          <Link className="button primary" to={routePaths.forget}>
            Получить новую ссылку
          </Link>
        </>
      ) : (
        <RecoverForm token={token} onRestored={() => setIsRestored(true)} />
      )}
    </GuestFrame>
  );
}

function RecoverForm({ token, onRestored }: { token: string; onRestored: () => void }) {
  const { api, messages, session } = useAppContext();
  const [isCodeRequired, setIsCodeRequired] = useState(false);
  /** Access that the new password removes; null until it is loaded. */
  const [access, setAccess] = useState<RestoreAccess | null>(null);
  /** The field for the second factor's code appears once the server requires it. */
  const isCodeShown = isCodeRequired && access === null;
  const passwordMin = usePasswordMin();
  const form = useForm({
    fieldNames: ['password', 'code'],
    validate: values =>
      listErrors({
        password: findPasswordError(values.password ?? '', passwordMin),
        code: isCodeShown ? findEmptyError(values.code?.trim()) : null,
      }),
    async send(values, { signal }) {
      const { password = '' } = values;
      const code = values.code?.trim() ? { code: values.code.trim() } : {};
      try {
        const opened = access ?? (await openRestore(api, token, code, { signal }));
        setAccess(opened);
        // The first submission only shows the list.
        if (access === null && opened && opened.results.length > 0) return;
        const keep = listKeptIds(opened?.results ?? [], values);
        const proof = opened?.proof ? { proof: opened.proof } : {};
        const body = opened ? { password, keep, ...proof } : { password, ...code };
        await sendCall(api, restorePasswordCall, { token, body, signal });
      } catch (error) {
        if (toErrorCode(error) !== 'second_factor_required') throw error;
        // Another tab may have shown a newer code.
        setAccess(null);
        // The first refusal only shows the field for the code, without an error.
        if (isCodeShown) throw error;
        setIsCodeRequired(true);
        return;
      }
      onRestored();
      // This browser's session may be among those that have ended.
      session.model.peek()?.reload();
      void messages.show({
        title: 'Уведомление',
        message: 'Пароль изменён. Войдите с новым паролем',
        button: 'Войти',
        recover: true,
      });
    },
  });
  const isLinkSpent = form.failure?.code === 'link_invalid';
  const hasChoice = access !== null && access.results.length > 0;
  return (
    <>
      <form {...form.props} aria-label="Новый пароль">
        <NewPasswordField form={form} min={passwordMin} label="Новый пароль" readEmail={() => ''} />
        {isCodeShown && <CodeField form={form} isFocused />}
        {hasChoice && <RecentAccessChoice form={form} results={access.results} />}
        <FormEnd
          form={form}
          text={hasChoice ? 'Сохранить пароль и удалить остальное' : 'Сохранить пароль'}
          sendingText="Сохраняем…"
        />
      </form>
      {isCodeShown && <SecondFactorHelp />}
      {isLinkSpent && (
        <p className="alternative">
          <Link to={routePaths.forget}>Получить новую ссылку</Link>
        </p>
      )}
    </>
  );
}
