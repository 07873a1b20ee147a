import { Link } from 'react-router';
import { typography } from '../markdown/typography.ts';
import { items, written } from './news.ts';
import './news.css';

/** All news, the newest first. */
export function News() {
  return (
    <div className="wrap newspage">
      <h1>Новости</h1>
      <ul className="newslist">
        {items.map(({ slug, date, heading, description }) => (
          <li key={slug}>
            <time dateTime={date}>{written(date)}</time>
            <div>
              <h2>
                <Link to={`/news/${slug}`}>{heading}</Link>
              </h2>
              <p>{typography(description)}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
