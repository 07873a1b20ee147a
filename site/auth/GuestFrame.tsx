import { useEffect, useRef, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { useAppContext } from '../shell/appContext.ts';
import { resolveNextPath } from './nextPath.ts';
import '../elements/form/form.css';
import './AuthPage.css';

/**
 * Frame of a page for guests; all steps of a page share it. It redirects when somebody logs in, here or in another tab.
 * A new title is a new step: its heading gets the lost focus.
 */
export function GuestFrame({
  title,
  staysOpen = false,
  children,
}: {
  title: ReactNode;
  /** Whether logged-in visitors may see the page, because they came with the token of an e-mail. */
  staysOpen?: boolean;
  children: ReactNode;
}) {
  useSignals();
  const { session } = useAppContext();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const isSignedIn = session.state.value.phase === 'signed_in';
  useEffect(() => {
    if (isSignedIn && !staysOpen) void navigate(resolveNextPath(query), { replace: true });
  }, [isSignedIn, staysOpen, query, navigate]);
  const frameRef = useRef<HTMLDivElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const lastTitle = useRef<string>(null);
  useEffect(() => {
    const text = headingRef.current?.textContent ?? '';
    const isNextStep = lastTitle.current !== null && lastTitle.current !== text;
    lastTitle.current = text;
    // The focused button was removed with its step. A step may focus its own field.
    if (isNextStep && !frameRef.current?.contains(document.activeElement)) headingRef.current?.focus();
  });
  return (
    <div className="auth" ref={frameRef}>
      <h1 ref={headingRef} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
