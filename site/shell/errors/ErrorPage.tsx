import { Link } from 'react-router';
import { routePaths } from '../../routePaths.ts';
import { DuckIllustration } from './DuckIllustration.tsx';
import { NOT_FOUND_HEADING } from './errorPageText.ts';
import { usePageTitle } from '../layout/pageTitle.ts';
import './ErrorPage.css';

/** Error page for every status except 500: illustration, status, message and a link home. */
export function ErrorPage({ status }: { status: number }) {
  usePageTitle(String(status));
  return (
    <div className="error-page">
      <div className="illustration">
        <DuckIllustration />
      </div>
      <div>
        <p className="error-status numeric">{status}</p>
        <h1>{status === 404 ? NOT_FOUND_HEADING : 'Ошибка'}</h1>
        <Link className="button primary" to={routePaths.home}>
          На главную
        </Link>
      </div>
    </div>
  );
}
