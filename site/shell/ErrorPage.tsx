import { Link } from 'react-router';
import { addresses } from '../addresses.ts';
import { Duck } from './Duck.tsx';
import { useTitle } from './title.ts';
import './errorpage.css';

/** SPEC "Error page" of any status but 500: the duck, the number, what it means and the way home. */
export function ErrorPage({ status }: { status: number }) {
  useTitle(String(status));
  return (
    <div className="failure">
      <div className="art">
        <Duck />
      </div>
      <div>
        <p className="code num">{status}</p>
        <h1>{status === 404 ? 'Страница удалена или изменена' : 'Ошибка'}</h1>
        <Link className="b primary" to={addresses.home}>
          На главную
        </Link>
      </div>
    </div>
  );
}
