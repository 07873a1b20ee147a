import { Link } from 'react-router';
import { newsItems } from './newsItems.ts';
import './news.css';

/** The list of all news, newest first. */
export function NewsPage() {
  return (
    <div className="container news-page">
      <h1>Новости</h1>
      <ul className="news-list">
        {newsItems.map(({ slug, date, dateText, heading, description }) => (
          <li key={slug}>
            <time dateTime={date}>{dateText}</time>
            <div>
              <h2>
                <Link to={`/news/${slug}`}>{heading}</Link>
              </h2>
              <p>{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
