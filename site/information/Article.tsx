import type { ComponentProps, ReactNode } from 'react';
import type { MDXContent } from 'mdx/types';
import { Link, matchPath } from 'react-router';
import { addresses } from '../addresses.ts';
import type { Page } from '../markdown/frontmatter.ts';
import type { Heading } from '../markdown/tree.ts';
import './article.css';

/** A compiled content file. */
export interface Markdown {
  default: MDXContent;
  page: Page;
  outline: readonly Heading[];
}

/** Fewer parts are seen at a glance. */
const WORTH_A_LIST = 4;

/** Follows a link to a page of ours without loading anew; everything else, the rates for one, is the browser's. */
function Anchor({ href = '', ...rest }: ComponentProps<'a'>) {
  const ours = Object.values(addresses).some(pattern => matchPath(pattern, href.replace(/[?#].*$/, '')));
  return ours ? <Link to={href} {...rest} /> : <a href={href} {...rest} />;
}

/** A wide table scrolls by itself, also by keyboard; the page does not. */
function Table(props: ComponentProps<'table'>) {
  return (
    <div className="sheet" tabIndex={0} role="region" aria-label="Таблица">
      <table {...props} />
    </div>
  );
}

/** What Markdown is drawn with. */
export const components = { a: Anchor, table: Table };

/** A page of text: heading, what is live on it (`children`), the text, and beside a long one what it is made of. */
export function Article({ content, children }: { content: Markdown; children?: ReactNode }) {
  const { default: Text, page, outline } = content;
  return (
    <article className="wrap article">
      <header>
        <h1>{page.heading}</h1>
        {page.lead && <p className="lead">{page.lead}</p>}
      </header>
      {outline.length >= WORTH_A_LIST && (
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
        <Text components={components} />
      </div>
    </article>
  );
}
