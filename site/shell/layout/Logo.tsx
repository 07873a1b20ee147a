import { Link } from 'react-router';
import { routePaths } from '../../routePaths.ts';

/** Logo and name, linked to the home page. */
export function Logo() {
  return (
    <Link className="logo" to={routePaths.home} aria-label="Размен, на главную">
      <svg viewBox="0 0 28 28" aria-hidden="true">
        <path d="M4 10.5h15" stroke="var(--text)" strokeWidth="5" />
        <path d="M9 18.5h15" stroke="var(--accent)" strokeWidth="5" />
      </svg>
      Размен
    </Link>
  );
}
