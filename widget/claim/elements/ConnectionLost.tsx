import { Notice } from '../../form/FormNotices.tsx';
import { ICON_PATHS } from '../../icons/Icon.tsx';

/** Notice that the server does not respond and that polling continues. */
export function ConnectionLost() {
  return (
    <Notice kind="error" icon={ICON_PATHS.off} role="status">
      Нет связи с сервером. Заявка сохранена, пробуем ещё раз сами.
    </Notice>
  );
}
