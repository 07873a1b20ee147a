import type { ComponentProps, ReactNode } from 'react';
import type { MDXContent } from 'mdx/types';
import { Link } from 'react-router';
import { isSitePath } from '../isSitePath.ts';
import type { PageFrontmatter } from '../markdown/frontmatter.ts';
import type { ContentHeading } from '../markdown/remarkContent.ts';
import './Article.css';

/** A compiled content file. */
export interface MarkdownModule {
  default: MDXContent;
  page: PageFrontmatter;
  outline: readonly ContentHeading[];
}

/** Fewer parts are seen at a glance. */
const MIN_OUTLINE_HEADINGS = 4;

/** Follows a link to a page of ours without loading anew; everything else, the rates for one, is the browser's. */
function ContentLink({ href = '', ...rest }: ComponentProps<'a'>) {
  const pathname = href.replace(/[?#].*$/, '');
  return isSitePath(pathname) ? <Link to={href} {...rest} /> : <a href={href} {...rest} />;
}

/** A wide table scrolls by itself, also by keyboard; the page does not. */
function ScrollableTable(props: ComponentProps<'table'>) {
  return (
    <div className="sheet" tabIndex={0} role="region" aria-label="Таблица">
      <table {...props} />
    </div>
  );
}

/** What Markdown is drawn with. */
export const markdownComponents = { a: ContentLink, table: ScrollableTable };

/** A page of text: heading, what is live on it (`children`), the text, and beside a long one what it is made of. */
export function Article({ content, children }: { content: MarkdownModule; children?: ReactNode }) {
  const { default: Content, page, outline } = content;
  return (
    <article className="wrap article">
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
        <Content components={markdownComponents} />
      </div>
    </article>
  );
}
