import { useEffect, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { useAppContext } from '../shell/appContext.ts';
import { resolveNextPath } from './nextPath.ts';
import '../elements/form/form.css';
import './AuthPage.css';

/** Frame of a page for guests. It leaves the page when somebody logs in, here or in another tab. */
export function GuestFrame({
  title,
  staysOpen = false,
  children,
}: {
  title: ReactNode;
  /** Whether logged-in visitors may see the page, because they came with the token of a letter. */
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
  return (
    <div className="auth">
      <h1>{title}</h1>
      {children}
    </div>
  );
}
