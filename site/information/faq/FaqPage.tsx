import { useEffect, type MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { findHashTarget } from '../../shell/layout/findHashTarget.ts';
import { Article, type MarkdownModule } from '../Article.tsx';
import './FaqPage.css';

/** FAQ with collapsible questions. The hash of the URL opens a question and follows the opened one. */
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
    // Runs before the browser opens the question. Bypasses the router, because nothing else depends on the hash.
    if (!(details instanceof HTMLDetailsElement) || details.open) return;
    history.replaceState(history.state, '', `#${details.id}`);
  };
  return (
    <div className="faq" onClick={onQuestionClick}>
      <Article content={content} />
    </div>
  );
}
