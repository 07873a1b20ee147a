import { useState } from 'react';
import { Link } from 'react-router';
import { toErrorCode } from '#core/api/apiError.ts';
import { stopRefund } from '#core/api/refundStop.ts';
import type { RefundStopResult } from '#core/contract/refund.ts';
import { GuestFrame } from '../auth/GuestFrame.tsx';
import { describeError } from '../elements/form/formFailure.ts';
import { useIsMounted } from '../elements/form/useIsMounted.ts';
import { routePaths } from '../routePaths.ts';
import { useAppContext } from '../shell/appContext.ts';

type Outcome = RefundStopResult['outcome'] | 'invalid';

type StopState =
  { phase: 'waiting' | 'sending' } | { phase: 'unreachable'; message: string } | { phase: Outcome };

/** What became of the refund. */
const OUTCOMES: Readonly<Record<Outcome, { title: string; text: string }>> = {
  stopped: {
    title: 'Возврат остановлен',
    text: 'Деньги пока у\u00a0нас. Оператор проверит возврат и\u00a0напишет на\u00a0почту заявки. Если знаете, куда вернуть деньги, напишите нам.',
  },
  sent: {
    title: 'Деньги уже отправлены',
    text: 'Остановить возврат не\u00a0получилось: деньги ушли до\u00a0того, как вы нажали. Напишите нам: поможем выяснить, куда.',
  },
  none: {
    title: 'Возврата сейчас нет',
    text: 'По\u00a0этой заявке деньги не\u00a0возвращают, поэтому останавливать нечего. Если что-то не\u00a0так, напишите нам.',
  },
  invalid: {
    title: 'Ссылка не\u00a0действует',
    text: 'Откройте ссылку из\u00a0письма ещё раз целиком. Если деньги возвращают не\u00a0вам, напишите нам.',
  },
};

const isOutcome = (phase: StopState['phase']): phase is Outcome => Object.hasOwn(OUTCOMES, phase);

/** Stops the refund of a letter's token. Only the pressed button does: mail scanners open links, too. */
export function RefundStopPrompt({ id, token, onClose }: { id: string; token: string; onClose: () => void }) {
  const { api } = useAppContext();
  const [state, setState] = useState<StopState>({ phase: 'waiting' });
  const isMounted = useIsMounted();

  async function stop(): Promise<void> {
    setState({ phase: 'sending' });
    try {
      const { outcome } = await stopRefund(api, id, token);
      if (isMounted.current) setState({ phase: outcome });
    } catch (error) {
      if (!isMounted.current) return;
      setState(
        toErrorCode(error) === 'link_invalid'
          ? { phase: 'invalid' }
          : { phase: 'unreachable', message: describeError(error) },
      );
    }
  }

  const openClaim = (
    <button type="button" className="button quiet" onClick={onClose}>
      Открыть заявку
    </button>
  );
  const { phase } = state;
  if (isOutcome(phase))
    return (
      <GuestFrame title={OUTCOMES[phase].title} staysOpen>
        <p className="text">{OUTCOMES[phase].text}</p>
        <Link className="button primary" to={routePaths.contacts}>
          Написать нам
        </Link>
        {openClaim}
      </GuestFrame>
    );
  return (
    <GuestFrame title="Возврат не&nbsp;вам?" staysOpen>
      <p className="text">
        Остановим возврат: деньги останутся у&nbsp;нас, пока оператор не&nbsp;проверит, куда их вернуть.
      </p>
      <p className="text">Если реквизиты в&nbsp;письме ваши, закройте страницу: ничего не&nbsp;изменится.</p>
      {phase === 'unreachable' && (
        <p className="form-error" role="alert">
          {state.message}.
        </p>
      )}
      <button
        type="button"
        className="button primary"
        aria-disabled={phase === 'sending'}
        onClick={() => phase !== 'sending' && void stop()}
      >
        {phase === 'sending' ? 'Останавливаем…' : 'Остановить возврат'}
      </button>
      {openClaim}
    </GuestFrame>
  );
}
