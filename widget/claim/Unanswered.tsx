import { message } from '#core/messages.ts';
import { Note } from '../form/Notes.tsx';
import { paths } from '../Icon.tsx';

/** Says why a call of this screen failed, by its code, and offers to make it again. */
export function Unanswered({ code, again }: { code: string; again: () => void }) {
  return (
    <>
      <Note kind="e" icon={paths.off} role="alert">
        {message(code)}.
      </Note>
      <button className="btn sec" type="button" onClick={again}>
        Повторить
      </button>
    </>
  );
}
