import { useEffect, type MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { findHashTarget } from '../../shell/layout/findHashTarget.ts';
import { Article, type MarkdownModule } from '../Article.tsx';
import './FaqPage.css';

/** The questions, each a part that opens. A link to one opens it, and an open one has its link in the address. */
export function FaqPage({ content }: { content: MarkdownModule }) {
  const { hash } = useLocation();
  useEffect(() => {
    const question = findHashTarget(hash);
    if (!(question instanceof HTMLDetailsElement)) return;
    question.open = true;
    question.scrollIntoView();
    question.querySelector('summary')?.focus({ preventScroll: true });
  }, [hash]);
  const onQuestionClick = (event: MouseEvent) => {
    const details = (event.target as Element).closest('summary')?.parentElement;
    // Before the browser has opened it. The router need not know: nothing else depends on it.
    if (!(details instanceof HTMLDetailsElement) || details.open) return;
    history.replaceState(history.state, '', `#${details.id}`);
  };
  return (
    <div className="faq" onClick={onQuestionClick}>
      <Article content={content} />
    </div>
  );
}
