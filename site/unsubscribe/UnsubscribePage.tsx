import { useState } from 'react';
import { Link } from 'react-router';
import { toErrorCode } from '#core/api/apiError.ts';
import { unsubscribe } from '#core/api/unsubscribe.ts';
import { describeError } from '../elements/form/formFailure.ts';
import { useIsMounted } from '../elements/form/useIsMounted.ts';
import { routePaths } from '../routePaths.ts';
import { useAppContext } from '../shell/appContext.ts';
import { GuestFrame } from '../auth/GuestFrame.tsx';
import { useTokenFragment } from '../auth/tokenFragment.ts';

type Outcome = 'done' | 'expired' | 'invalid';

type UnsubscribeState =
  { phase: 'waiting' | 'sending' } | { phase: 'unreachable'; message: string } | { phase: Outcome };

const OUTCOMES: Readonly<Record<Outcome, { title: string; text: string }>> = {
  done: {
    title: 'Новости отключены',
    text: 'Писем с\u00a0новостями больше не\u00a0будет, остальные приходят как раньше. Включить новости снова можно в\u00a0настройках.',
  },
  expired: {
    title: 'Ссылка устарела',
    text: 'Она действует год. Возьмите ссылку из\u00a0нового письма или отключите новости в\u00a0настройках аккаунта.',
  },
  invalid: {
    title: 'Ссылка не\u00a0подошла',
    text: 'Откройте ссылку из\u00a0письма ещё раз целиком или отключите новости в\u00a0настройках аккаунта.',
  },
};

const isOutcome = (phase: UnsubscribeState['phase']): phase is Outcome => Object.hasOwn(OUTCOMES, phase);

const FAILURE_PHASES: Readonly<Partial<Record<string, Outcome>>> = {
  link_invalid: 'invalid',
  link_expired: 'expired',
};

/** Page /unsubscribe#news=…: ends the letters with news. Only the pressed button does: mail scanners open links, too. */
export function UnsubscribePage() {
  const { api } = useAppContext();
  const token = useTokenFragment('news');
  const [state, setState] = useState<UnsubscribeState>({ phase: 'waiting' });
  const isMounted = useIsMounted();

  async function confirm(sentToken: string): Promise<void> {
    setState({ phase: 'sending' });
    try {
      await unsubscribe(api, sentToken);
      if (isMounted.current) setState({ phase: 'done' });
    } catch (error) {
      if (!isMounted.current) return;
      const outcome = FAILURE_PHASES[toErrorCode(error)];
      setState(outcome ? { phase: outcome } : { phase: 'unreachable', message: describeError(error) });
    }
  }

  const { phase } = state;
  const isEnded = isOutcome(phase);
  if (token === null || isEnded) {
    const { title, text } = OUTCOMES[isEnded ? phase : 'invalid'];
    return (
      <GuestFrame title={title} staysOpen>
        <p className="text">{text}</p>
        <Link className="button" to={routePaths.settings}>
          Открыть настройки
        </Link>
      </GuestFrame>
    );
  }
  return (
    <GuestFrame title="Отключить новости?" staysOpen>
      <p className="text">
        Больше не&nbsp;будем присылать новости на&nbsp;почту, куда пришло письмо. Остальные письма останутся.
      </p>
      {phase === 'unreachable' && (
        <p className="form-error" role="alert">
          {state.message}.
        </p>
      )}
      <button
        type="button"
        className="button primary"
        aria-disabled={phase === 'sending'}
        onClick={() => phase !== 'sending' && void confirm(token)}
      >
        {phase === 'sending' ? 'Отключаем…' : 'Отключить новости'}
      </button>
    </GuestFrame>
  );
}
