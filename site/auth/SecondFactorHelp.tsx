import { Link } from 'react-router';
import { routePaths } from '../routePaths.ts';

/** Help for a visitor without the code of a second factor, which an e-mail does not turn off. */
export function SecondFactorHelp() {
  return (
    <p className="text">
      Код не ваш? Письмо второй фактор не отключает. Войдите с запасным кодом или с ключом доступа, который
      добавили раньше, и отключите второй фактор в разделе «Безопасность». Если нет ни того, ни другого,{' '}
      <Link to={routePaths.contacts}>напишите нам</Link>.
    </p>
  );
}
