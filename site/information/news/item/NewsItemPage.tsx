import { Link } from 'react-router';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { routePaths } from '../../../routePaths.ts';
import type { NewsFrontmatter } from '../../../markdown/frontmatter.ts';
import { markdownComponents, type MarkdownModule } from '../../Article.tsx';
import '../news.css';

/** One news item. */
export function NewsItemPage({ content }: { content: MarkdownModule & { page: NewsFrontmatter } }) {
  const { default: Content, page } = content;
  return (
    <article className="container news-item">
      <div>
        <Link className="back-link" to={routePaths.news}>
          <Icon d={ICON_PATHS.left} size={20} />
          Новости
        </Link>
        <h1>{page.heading}</h1>
        <time dateTime={page.date}>{page.dateText}</time>
        <div className="prose">
          <Content components={markdownComponents} />
        </div>
        {page.action && (
          <p className="action">
            <Link className="button primary" to={page.action.to}>
              {page.action.text}
            </Link>
          </p>
        )}
      </div>
    </article>
  );
}
