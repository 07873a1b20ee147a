import { ErrorNote } from '../elements/ErrorNote.tsx';
import { useButtonRequest } from '../elements/useButtonRequest.ts';
import { describeError } from '../elements/form/formFailure.ts';
import { useAccount } from './accountContext.ts';

/** Button that ends this session; with `all` every session of the account. */
export function LogOutButton({ all = false }: { all?: boolean }) {
  const { logOut } = useAccount();
  const { isSending, errorText, send } = useButtonRequest(
    error => `Вы ещё не вышли. ${describeError(error)}`,
  );
  return (
    <div className="log-out">
      <button
        type="button"
        className="button"
        aria-disabled={isSending}
        onClick={() => void send(() => logOut({ all }))}
      >
        {isSending ? 'Выходим…' : all ? 'Выйти на всех устройствах' : 'Выйти'}
      </button>
      <ErrorNote text={errorText} />
    </div>
  );
}
