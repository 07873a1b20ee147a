import { Note } from '../form/Notes.tsx';
import { paths } from '../Icon.tsx';

/** Says that the server does not answer and that asking goes on. */
export function Lost() {
  return (
    <Note kind="e" icon={paths.off} role="status">
      Нет связи с&nbsp;сервером. Заявка сохранена, пробуем ещё раз сами.
    </Note>
  );
}
