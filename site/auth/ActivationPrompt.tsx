import { useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { activateAccount } from '#core/api/user.ts';
import { describeError } from '../elements/form/formFailure.ts';
import { useIsMounted } from '../elements/form/useIsMounted.ts';
import { captureError } from '../monitoring/errorReporting.ts';
import { useAppContext } from '../shell/appContext.ts';

type ActivationState =
  { phase: 'waiting' } | { phase: 'sending' } | { phase: 'unreachable'; message: string };

/** Whether the server has decided about the token. */
const isDecided = (error: unknown) =>
  error instanceof ApiError && !error.isOutcomeUnknown && error.status !== 429 && error.status !== 503;

/** Activates the account of a letter's token. Only the pressed button does: mail scanners open links, too. */
export function ActivationPrompt({
  token,
  onActivated,
  onFailed,
}: {
  token: string;
  onActivated: () => void;
  onFailed: () => void;
}) {
  const { api, messages } = useAppContext();
  const [state, setState] = useState<ActivationState>({ phase: 'waiting' });
  const isMounted = useIsMounted();

  async function activate(): Promise<void> {
    setState({ phase: 'sending' });
    try {
      await activateAccount(api, token);
      if (!isMounted.current) return;
      onActivated();
      void messages.show({ title: 'Уведомление', message: 'Аккаунт успешно активирован' });
    } catch (error) {
      if (!isMounted.current) return;
      if (isDecided(error)) {
        captureError(error);
        console.warn('activation failed', error);
        onFailed();
        return;
      }
      setState({ phase: 'unreachable', message: describeError(error) });
    }
  }

  return (
    <>
      <p className="text">Остался один шаг: нажмите кнопку, и&nbsp;аккаунт заработает.</p>
      {state.phase === 'unreachable' && (
        <p className="form-error" role="alert">
          {state.message}.
        </p>
      )}
      <button
        type="button"
        className="button primary"
        aria-disabled={state.phase === 'sending'}
        onClick={() => state.phase !== 'sending' && void activate()}
      >
        {state.phase === 'sending' ? 'Активируем…' : 'Активировать аккаунт'}
      </button>
    </>
  );
}
