import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import {
  CLAIM_CREATED_EVENT,
  CLAIM_PAGES_READY_EVENT,
  type CreatedClaim,
} from '#core/claim/claimPageEvents.ts';
import type { WidgetEntryState } from '../home/stepHistory.ts';

/**
 * Opens the page of a claim that a widget of this page creates. Its history entry takes the place of the widget's steps,
 * so that Back leads to the form. The page removes the secret from the address once the browser stores it.
 */
export function CreatedClaimOpener() {
  const navigate = useNavigate();
  useEffect(() => {
    const onCreated = (event: Event) => {
      event.preventDefault();
      const { id, secret } = (event as CustomEvent<CreatedClaim>).detail;
      const open = () => void navigate(`/claim/${id}#${secret}`);
      // Not by the function of the home page: its file would be one more request of that page.
      const { usr } = (history.state ?? {}) as { usr?: Partial<WidgetEntryState> | null };
      const depth = usr?.depth ?? 0;
      if (depth === 0) return open();
      addEventListener('popstate', open, { once: true });
      history.go(-depth);
    };
    document.addEventListener(CLAIM_CREATED_EVENT, onCreated);
    document.dispatchEvent(new Event(CLAIM_PAGES_READY_EVENT));
    return () => document.removeEventListener(CLAIM_CREATED_EVENT, onCreated);
  }, [navigate]);
  return null;
}
