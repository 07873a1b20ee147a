import { useState } from 'react';
import { describeError } from '../elements/form/formFailure.ts';
import { useAccount } from './accountContext.ts';

type LogOutState = { phase: 'idle' } | { phase: 'sending' } | { phase: 'failed'; message: string };

/** Button that ends this session; with `all` every session of the account. */
export function LogOutButton({ all = false }: { all?: boolean }) {
  const { logOut } = useAccount();
  const [state, setState] = useState<LogOutState>({ phase: 'idle' });

  async function send(): Promise<void> {
    if (state.phase === 'sending') return;
    setState({ phase: 'sending' });
    try {
      await logOut({ all });
    } catch (error) {
      setState({ phase: 'failed', message: `Вы ещё не\u00a0вышли. ${describeError(error)}` });
    }
  }

  return (
    <div className="log-out">
      <button
        type="button"
        className="button"
        aria-disabled={state.phase === 'sending'}
        onClick={() => void send()}
      >
        {state.phase === 'sending' ? 'Выходим…' : all ? 'Выйти на\u00a0всех устройствах' : 'Выйти'}
      </button>
      {state.phase === 'failed' && (
        <p className="form-error" role="alert">
          {state.message}.
        </p>
      )}
    </div>
  );
}
