import { Link } from 'react-router';
import type { User } from '#core/contract/user.ts';
import { routePaths } from '../../routePaths.ts';
import { useAccount } from '../accountContext.ts';

/** Something that makes the account safer or faster, and is not set up. */
interface SetupHint {
  text: string;
  reason: string;
  action: string;
  path: string;
  isMissing: (user: User) => boolean;
}

const SETUP_HINTS: readonly SetupHint[] = [
  {
    text: 'Второй фактор',
    reason: 'Пароля без кода из\u00a0приложения будет мало, чтобы войти',
    action: 'Включить',
    path: `${routePaths.safety}#second-factor`,
    // A backend without second factors does not send the field.
    isMissing: ({ twoFactor }) => twoFactor === false,
  },
];

/** What is worth setting up; nothing if everything is. */
export function SetupHints() {
  const { user } = useAccount();
  const hints = SETUP_HINTS.filter(({ isMissing }) => isMissing(user));
  if (hints.length === 0) return null;
  return (
    <section className="account-section" aria-labelledby="setup-heading">
      <h2 id="setup-heading">Стоит настроить</h2>
      <ul className="setup-hints">
        {hints.map(({ text, reason, action, path }) => (
          <li key={text}>
            <div>
              <p>{text}</p>
              <p className="meta">{reason}</p>
            </div>
            <Link className="button" to={path} aria-label={`${action}: ${text}`}>
              {action}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
