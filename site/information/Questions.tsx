import { useEffect, type MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { part } from '../shell/part.ts';
import { Article, type Markdown } from './Article.tsx';
import './questions.css';

/** The questions, each a part that opens. A link to one opens it, and an open one has its link in the address. */
export function Questions({ content }: { content: Markdown }) {
  const { hash } = useLocation();
  useEffect(() => {
    const asked = part(hash);
    if (!(asked instanceof HTMLDetailsElement)) return;
    asked.open = true;
    asked.scrollIntoView();
    asked.querySelector('summary')?.focus({ preventScroll: true });
  }, [hash]);
  const opened = (event: MouseEvent) => {
    const pressed = (event.target as Element).closest('summary')?.parentElement;
    // Before the browser has opened it. The router need not know: nothing else depends on it.
    if (!(pressed instanceof HTMLDetailsElement) || pressed.open) return;
    history.replaceState(history.state, '', `#${pressed.id}`);
  };
  return (
    <div className="faq" onClick={opened}>
      <Article content={content} />
    </div>
  );
}
