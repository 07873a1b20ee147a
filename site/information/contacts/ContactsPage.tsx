import { createContext, useContext, useState, useSyncExternalStore } from 'react';
import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { parseSupportFragment } from '#core/claim/supportPath.ts';
import { Article, markdownComponents, type MarkdownModule } from '../Article.tsx';

/** Number of the claim that the visitor came from; null without one. */
const ClaimNumberContext = createContext<string | null>(null);

/** A link of the text. A link to the support's mailbox fills in the subject with the claim's number. */
function ContactLink(props: ComponentProps<'a'>) {
  const number = useContext(ClaimNumberContext);
  if (number === null || !props.href?.startsWith('mailto:')) return <markdownComponents.a {...props} />;
  return <a {...props} href={`${props.href}?subject=${encodeURIComponent(`Заявка № ${number}`)}`} />;
}

const contactComponents = { ...markdownComponents, a: ContactLink };

const subscribeToNothing = () => () => undefined;
const returnTrue = () => true;
const returnFalse = () => false;

/** Page /contacts. It shows the number of the claim in the address's fragment. */
export function ContactsPage({ content }: { content: MarkdownModule }) {
  const { hash } = useLocation();
  // The prerendered page has no fragment.
  const isHydrated = useSyncExternalStore(subscribeToNothing, returnTrue, returnFalse);
  const [number, setNumber] = useState<string | null>(null);
  const nextNumber = isHydrated ? parseSupportFragment(hash) : null;
  // Kept when a link of the table of contents changes the fragment.
  if (nextNumber !== null && nextNumber !== number) setNumber(nextNumber);
  return (
    <ClaimNumberContext value={number}>
      <Article content={content} components={contactComponents}>
        {number !== null && (
          <p className="lead">Ваш вопрос о заявке № {number}. Её номер уже указан в теме письма.</p>
        )}
      </Article>
    </ClaimNumberContext>
  );
}
