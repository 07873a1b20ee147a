import { useState, type MouseEvent } from 'react';
import { importWithRetry } from '#core/importWithRetry.ts';
import { ErrorNote } from '../elements/ErrorNote.tsx';
import { describeError } from '../elements/form/formFailure.ts';
import { useIsMounted } from '../elements/form/useIsMounted.ts';
import { usePasskeySupport } from '../passkeys/usePasskeySupport.ts';
import { useAppContext } from '../shell/appContext.ts';

type LoginState = { phase: 'idle' } | { phase: 'running' } | { phase: 'failed'; message: string };

/**
 * Button of the login form that logs in with a passkey, without the e-mail. Renders nothing where passkeys do
 * not work. A cancelled prompt is not an error.
 */
export function PasskeyLogin({
  onLoggedIn,
  onNotActivated,
}: {
  onLoggedIn: () => void;
  /** The passkey belongs to a sign-up whose e-mail was not opened. */
  onNotActivated: () => void;
}) {
  const { api, session } = useAppContext();
  const isSupported = usePasskeySupport();
  const [state, setState] = useState<LoginState>({ phase: 'idle' });
  const isMounted = useIsMounted();
  if (!isSupported) return null;

  async function logIn(remember: boolean): Promise<void> {
    setState({ phase: 'running' });
    // Somebody who left the page does not expect a login.
    const isWanted = () => isMounted.current;
    const outcome = await importWithRetry(() => import('../passkeys/logInWithPasskey.ts')).then(
      ({ logInWithPasskey }) => logInWithPasskey(api, () => session.openModel(), { remember, isWanted }),
      (error: unknown) => ({ message: describeError(error) }),
    );
    if (!isWanted()) return;
    setState(typeof outcome === 'object' ? { phase: 'failed', ...outcome } : { phase: 'idle' });
    if (outcome === 'logged_in') onLoggedIn();
    if (outcome === 'not_activated') onNotActivated();
  }

  function onClick({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
    if (state.phase === 'running') return;
    const remember = currentTarget.form?.elements.namedItem('remember');
    void logIn(!(remember instanceof HTMLInputElement) || remember.checked);
  }

  const isRunning = state.phase === 'running';
  return (
    <div className="passkey-login">
      <ErrorNote text={state.phase === 'failed' ? state.message : null} />
      <button type="button" className="button" aria-disabled={isRunning} onClick={onClick}>
        {isRunning ? 'Ждём ключ…' : 'Войти с ключом доступа'}
      </button>
    </div>
  );
}
