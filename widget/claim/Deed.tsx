import type { ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { Deed as Action } from '#core/claim/acts.ts';
import { message } from '#core/messages.ts';
import { Note } from '../form/Notes.tsx';
import { paths } from '../Icon.tsx';
import type { Stage } from './stage.ts';

/** A button that asks one thing of the server, and what became of it. `busy` is what it reads meanwhile. */
export function Deed({
  stage,
  action,
  busy,
  run,
  kind = '',
  children,
}: {
  stage: Stage;
  action: Action;
  busy: string;
  run: () => unknown;
  kind?: '' | 'sec';
  children: ReactNode;
}) {
  useSignals();
  const doing = stage.claim.acts.doing.value;
  const mine = doing?.action === action ? doing : null;
  const running = doing !== null && doing.state !== 'refused';
  return (
    <>
      {mine?.state === 'waiting' && (
        <Note kind="e" icon={paths.off} role="status">
          Нет связи с&nbsp;сервером. Повторим сами, как только она появится.
        </Note>
      )}
      {mine?.state === 'refused' && Object.keys(mine.fields).length === 0 && (
        <Note kind="e" icon={paths.alert} role="alert">
          {message(mine.code, mine.after === undefined ? {} : { after: mine.after })}.
        </Note>
      )}
      <button
        className={`btn ${kind}`}
        part={kind === '' ? 'button' : undefined}
        type="button"
        aria-disabled={running || undefined}
        onClick={() => void (running || run())}
      >
        {mine && running ? busy : children}
        {mine && running && (
          <span className="bar run">
            <i />
          </span>
        )}
      </button>
    </>
  );
}
