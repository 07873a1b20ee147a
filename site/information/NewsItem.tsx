import { Link } from 'react-router';
import { Icon, paths } from '#widget/Icon.tsx';
import { addresses } from '../addresses.ts';
import type { News } from '../markdown/frontmatter.ts';
import { components, type Markdown } from './Article.tsx';
import { written } from './news.ts';
import './news.css';

/** One news item. */
export function NewsItem({ content }: { content: Markdown & { page: News } }) {
  const { default: Text, page } = content;
  return (
    <article className="wrap newsitem">
      <div>
        <Link className="crumb" to={addresses.news}>
          <Icon d={paths.left} size={20} />
          Новости
        </Link>
        <h1>{page.heading}</h1>
        <time dateTime={page.date}>{written(page.date)}</time>
        <div className="prose">
          <Text components={components} />
        </div>
        {page.action && (
          <p className="action">
            <Link className="b primary" to={page.action.to}>
              {page.action.text}
            </Link>
          </p>
        )}
      </div>
    </article>
  );
}
