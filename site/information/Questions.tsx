import { useEffect, type MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { Article, type Markdown } from './Article.tsx';
import './questions.css';

/** The questions, each a part that opens. A link to one opens it, and an open one has its link in the address. */
export function Questions({ content }: { content: Markdown }) {
  const { hash } = useLocation();
  useEffect(() => {
    const part = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (!(part instanceof HTMLDetailsElement)) return;
    part.open = true;
    part.scrollIntoView();
    part.querySelector('summary')?.focus({ preventScroll: true });
  }, [hash]);
  const opened = (event: MouseEvent) => {
    const part = (event.target as Element).closest('summary')?.parentElement;
    // Before the browser has opened it. The router need not know: nothing else depends on it.
    if (!(part instanceof HTMLDetailsElement) || part.open) return;
    history.replaceState(history.state, '', `#${part.id}`);
  };
  return (
    <div className="faq" onClick={opened}>
      <Article content={content} />
    </div>
  );
}
