import type { ComponentProps, ReactNode } from 'react';
import type { MDXContent } from 'mdx/types';
import { Link } from 'react-router';
import { isSitePath } from '../routePaths.ts';
import type { PageFrontmatter } from '../markdown/frontmatter.ts';
import type { ContentHeading } from '../markdown/remarkContent.ts';
import './Article.css';

/** A compiled content file. */
export interface MarkdownModule {
  default: MDXContent;
  page: PageFrontmatter;
  outline: readonly ContentHeading[];
}

/** Shorter pages have no table of contents. */
const MIN_OUTLINE_HEADINGS = 4;

/** Router link for pages of the site; plain link for anything else, for example the rate export. */
function ContentLink({ href = '', ...rest }: ComponentProps<'a'>) {
  const pathname = href.replace(/[?#].*$/, '');
  return isSitePath(pathname) ? <Link to={href} {...rest} /> : <a href={href} {...rest} />;
}

/** Scrolls a wide table horizontally, also by keyboard, instead of the page. */
function ScrollableTable(props: ComponentProps<'table'>) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Таблица">
      <table {...props} />
    </div>
  );
}

/** Components that replace Markdown elements. */
export const markdownComponents = { a: ContentLink, table: ScrollableTable };

/** A text page: heading, live section (`children`), text, another section (`end`), and a table of contents if it is long. */
export function Article({
  content,
  components = markdownComponents,
  children,
  end,
}: {
  content: MarkdownModule;
  components?: typeof markdownComponents;
  children?: ReactNode;
  end?: ReactNode;
}) {
  const { default: Content, page, outline } = content;
  return (
    <article className="container article">
      <header>
        <h1>{page.heading}</h1>
        {page.lead && <p className="lead">{page.lead}</p>}
      </header>
      {outline.length >= MIN_OUTLINE_HEADINGS && (
        <nav aria-label="На этой странице">
          <ul>
            {outline.map(({ id, text }) => (
              <li key={id}>
                <Link to={`#${id}`}>{text}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {children}
      <div className="prose">
        <Content components={components} />
      </div>
      {end}
    </article>
  );
}
