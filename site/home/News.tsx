import { Link } from 'react-router';
import { addresses } from '../addresses.ts';
import { items, written } from '../information/news.ts';
import { typography } from '../markdown/typography.ts';

/** As many as stand beside each other. */
const SHOWN = 3;

/** The newest news. */
export function News() {
  return (
    <section className="band wrap" aria-labelledby="h-news">
      <div className="head">
        <h2 id="h-news">Новости</h2>
        <Link className="all" to={addresses.news}>
          Все новости
        </Link>
      </div>
      <ul className="latest">
        {items.slice(0, SHOWN).map(({ slug, date, heading, description }) => (
          <li key={slug}>
            <time className="meta" dateTime={date}>
              {written(date)}
            </time>
            <h3>
              <Link to={`${addresses.news}/${slug}`}>{heading}</Link>
            </h3>
            <p>{typography(description)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
