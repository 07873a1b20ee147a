import { Link } from 'react-router';
import { routePaths } from '../routePaths.ts';
import { newsItems } from '../information/news/newsItems.ts';

/** One row on a wide screen. */
const MAX_LATEST_NEWS = 3;

/** The latest news items. */
export function LatestNews() {
  return (
    <section className="home-section container" aria-labelledby="h-news">
      <div className="section-head">
        <h2 id="h-news">Новости</h2>
        <Link className="all-link" to={routePaths.news}>
          Все новости
        </Link>
      </div>
      <ul className="latest-news">
        {newsItems.slice(0, MAX_LATEST_NEWS).map(({ slug, date, dateText, heading, description }) => (
          <li key={slug}>
            <time className="meta" dateTime={date}>
              {dateText}
            </time>
            <h3>
              <Link to={`${routePaths.news}/${slug}`}>{heading}</Link>
            </h3>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
