import { Link } from 'react-router';
import { routePaths } from '../../routePaths.ts';

/** Link from the page «Безопасность» to the journal. */
export function JournalLink() {
  return (
    <section className="account-section" aria-labelledby="journal-heading">
      <h2 id="journal-heading">Журнал</h2>
      <p className="section-text">Входы, выходы и&nbsp;изменения аккаунта за&nbsp;последний год.</p>
      <Link className="button" to={routePaths.journal}>
        Открыть журнал
      </Link>
    </section>
  );
}
