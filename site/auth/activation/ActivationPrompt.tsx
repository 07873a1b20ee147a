import { Suspense, useState } from 'react';
import * as v from 'valibot';
import { ApiError, toErrorCode } from '#core/api/apiError.ts';
import type { CallOptions } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import type { Activation } from '#core/contract/account/activation.ts';
import {
  activateAccountCall,
  ActivationProofRequired,
  ActivationRefusal,
} from '#core/contract/account/activationProof.ts';
import { lazyComponent } from '../../elements/lazyComponent.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { describeError } from '../../elements/form/formFailure.ts';
import { useIsMounted } from '../../elements/form/useIsMounted.ts';
import { captureError } from '../../monitoring/errorReporting.ts';
import { useAppContext } from '../../shell/appContext.ts';
import { GuestFrame } from '../GuestFrame.tsx';

/** Few people open the e-mail in another browser than the one that signed up. */
const ActivationProof = lazyComponent(() => import('./ActivationProof.tsx'), 'ActivationProof');

type ActivationState =
  | { phase: 'waiting' }
  | { phase: 'sending' }
  | { phase: 'unreachable'; message: string }
  /** `isReplacing`: with a new password instead of the sign-up's credentials. */
  | { phase: 'proof'; required: ActivationProofRequired; isReplacing: boolean };

/** Whether the server has decided about the token. */
const isDecided = (error: unknown) =>
  error instanceof ApiError && !error.isOutcomeUnknown && error.status !== 429 && error.status !== 503;

/** Parses the refusal that requires a proof by the sign-up's owner; null for any other error. */
function parseProofRequired(error: unknown): ActivationProofRequired | null {
  const parsed = v.safeParse(ActivationProofRequired, error instanceof ApiError ? error.body : null);
  return parsed.success ? parsed.output : null;
}

/** Why an account was not activated. `isUsed`: the e-mail has an activated account. */
export interface ActivationFailure {
  isUsed: boolean;
  message: string;
}

function describeFailure(error: unknown): ActivationFailure {
  const parsed = v.safeParse(ActivationRefusal, error instanceof ApiError ? error.body : null);
  // A backend of the specification gives no reason.
  if (!parsed.success) return { isUsed: false, message: `Аккаунт не активирован. ${describeError(error)}` };
  const { reason } = parsed.output;
  return { isUsed: reason === 'used', message: formatAccountMessage(`activation_${reason}`) };
}

function getTitle(state: ActivationState): string {
  if (state.phase !== 'proof') return 'Подтвердите почту';
  return state.isReplacing ? 'Новый пароль' : 'Это ваша регистрация?';
}

/** Activates the account of an e-mail's token. Only the button sends it, because mail scanners open links, too. */
export function ActivationPrompt({
  token,
  onActivated,
  onFailed,
}: {
  token: string;
  onActivated: () => void;
  onFailed: (failure: ActivationFailure) => void;
}) {
  const { api, messages } = useAppContext();
  const [state, setState] = useState<ActivationState>({ phase: 'waiting' });
  const isMounted = useIsMounted();

  function finish(): void {
    if (!isMounted.current) return;
    onActivated();
    void messages.show({ title: 'Уведомление', message: 'Аккаунт успешно активирован' });
  }

  function fail(error: unknown): void {
    if (!isMounted.current) return;
    captureError(error);
    console.warn('activation failed', error);
    onFailed(describeFailure(error));
  }

  async function activate(): Promise<void> {
    setState({ phase: 'sending' });
    try {
      await sendCall(api, activateAccountCall, { token, body: {} });
      finish();
    } catch (error) {
      if (!isMounted.current) return;
      const required = parseProofRequired(error);
      if (required) setState({ phase: 'proof', required, isReplacing: false });
      else if (isDecided(error)) fail(error);
      else setState({ phase: 'unreachable', message: describeError(error) });
    }
  }

  /** Rejects with the error that the form shows. */
  async function sendProof(proof: Activation, options: CallOptions): Promise<void> {
    try {
      await sendCall(api, activateAccountCall, { ...options, token, body: proof });
    } catch (error) {
      if (toErrorCode(error) !== 'link_invalid') throw error;
      fail(error);
      return;
    }
    finish();
  }

  return (
    <GuestFrame title={getTitle(state)} staysOpen>
      {state.phase === 'proof' ? (
        <Suspense fallback={<span className="skeleton auth-skeleton" aria-busy="true" />}>
          <ActivationProof
            required={state.required}
            isReplacing={state.isReplacing}
            send={sendProof}
            onReplace={isReplacing => setState({ ...state, isReplacing })}
          />
        </Suspense>
      ) : (
        <>
          <p className="text">Остался один шаг: нажмите кнопку, и аккаунт заработает.</p>
          <ErrorNote text={state.phase === 'unreachable' ? state.message : null} />
          <button
            type="button"
            className="button primary"
            aria-disabled={state.phase === 'sending'}
            onClick={() => state.phase !== 'sending' && void activate()}
          >
            {state.phase === 'sending' ? 'Активируем…' : 'Активировать аккаунт'}
          </button>
        </>
      )}
    </GuestFrame>
  );
}
