import { Link } from 'react-router';
import { routePaths } from '../routePaths.ts';

/** Help for a visitor without the code of a second factor, which an e-mail does not turn off. */
export function SecondFactorHelp() {
  return (
    <p className="text">
      Код не&nbsp;ваш? Письмо второй фактор не&nbsp;отключает. Войдите с&nbsp;запасным кодом или с&nbsp;ключом
      доступа, который добавили раньше, и&nbsp;отключите второй фактор в&nbsp;разделе «Безопасность». Если нет
      ни&nbsp;того, ни&nbsp;другого, <Link to={routePaths.contacts}>напишите нам</Link>.
    </p>
  );
}
