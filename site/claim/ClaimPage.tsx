import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { useTokenFragment } from '../auth/tokenFragment.ts';
import { routePaths } from '../routePaths.ts';
import { AccountOffer } from './accountOffer/AccountOffer.tsx';
import { buildRepeatUrl } from './buildRepeatUrl.ts';
import { ClaimSidebar } from './ClaimSidebar.tsx';
import { parseSecretFragment, isClaimPersisted, type LocalClaims } from './localClaims.ts';
import { useClaimStatus } from './useClaimStatus.ts';
import { useAppContext } from '../shell/appContext.ts';
import { useAccountConnection } from '../shell/session/useAccountConnection.ts';
import { formatPageTitle } from '../shell/layout/pageTitle.ts';
import { useShadowLinks } from '../shell/layout/useShadowLinks.ts';
import { NotFoundPage } from '../shell/errors/NotFoundPage.tsx';
import './ClaimPage.css';

/** The widget of this page: its address, the claim it shows, and the claim it was opened with. */
interface WidgetFrame {
  routeId: string;
  shownId: string;
  openReference: string;
  /** A new key mounts a new widget. */
  instance: number;
}

const formatClaimReference = (id: string, secret: string | null) =>
  secret === null ? id : `${id}#${secret}`;

/** Frame state for a new address. Keeps the widget if the widget itself created that claim. */
function nextFrame(frame: WidgetFrame, id: string, hashSecret: string | null): WidgetFrame {
  const openReference = formatClaimReference(id, hashSecret);
  const hasOtherSecret = hashSecret !== null && openReference !== frame.openReference;
  if (frame.routeId === id && !hasOtherSecret) return frame;
  if (frame.shownId === id && !hasOtherSecret) return { ...frame, routeId: id };
  return { routeId: id, shownId: id, openReference, instance: frame.instance + 1 };
}

/** Few come with the letter about a refund. */
const RefundStopPrompt = lazy(async () => {
  const { RefundStopPrompt } = await import('./RefundStopPrompt.tsx');
  return { default: RefundStopPrompt };
});

/** Page /claim/{uuid}: a claim; with `#stop=…`, the token of the letter about its refund, first the button that stops it. */
export function ClaimPage({ localClaims }: { localClaims: LocalClaims }) {
  const token = useTokenFragment('stop');
  const [isAnswered, setIsAnswered] = useState(false);
  const { uuid = '' } = useParams();
  if (token === null || isAnswered) return <ClaimView localClaims={localClaims} />;
  return (
    <Suspense>
      <RefundStopPrompt id={uuid} token={token} onClose={() => setIsAnswered(true)} />
    </Suspense>
  );
}

/**
 * The widget with this claim, and the agreed terms beside it. A secret in the fragment is stored in
 * this browser and removed from the URL. Without a secret the claim's account sees the same, everybody else the status.
 */
function ClaimView({ localClaims }: { localClaims: LocalClaims }) {
  useSignals();
  useShadowLinks();
  const connectAccount = useAccountConnection();
  const isGuest = useAppContext().session.state.value.phase === 'guest';
  const { uuid: id = '' } = useParams();
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const hashSecret = parseSecretFragment(hash);
  const secret = hashSecret ?? localClaims.claimStorage.getSecret(id);
  const claimState = useClaimStatus(localClaims, id, secret, isGuest);
  const [frame, setFrame] = useState<WidgetFrame>({
    routeId: id,
    shownId: id,
    openReference: formatClaimReference(id, hashSecret),
    instance: 0,
  });
  const updatedFrame = nextFrame(frame, id, hashSecret);
  if (updatedFrame !== frame) setFrame(updatedFrame);

  const isOpen = claimState.phase === 'open';
  const number = isOpen ? claimState.claim.number : null;
  const isUnknown = claimState.phase === 'notFound';
  useEffect(() => {
    if (number !== null) document.title = formatPageTitle(`Заявка № ${number}`);
  }, [number]);

  useEffect(() => {
    if (isOpen && hashSecret && isClaimPersisted(localClaims, id))
      void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [isOpen, hashSecret, localClaims, id, pathname, navigate]);

  const { shownId } = frame;
  useEffect(() => {
    const onExchangeClaim = (event: Event) => {
      const { detail } = event as CustomEvent<{ id: string }>;
      // Before this event the widget shows its form, which ClaimPage.css hides and `onWidgetClick` ignores.
      if (event.target instanceof HTMLElement) event.target.dataset.opened = '';
      if (detail.id === shownId) return;
      setFrame(now => ({ ...now, shownId: detail.id }));
      void navigate(`/claim/${detail.id}`);
    };
    document.addEventListener('exchange-claim', onExchangeClaim);
    return () => document.removeEventListener('exchange-claim', onExchangeClaim);
  }, [shownId, navigate]);

  const claim = isOpen ? claimState.claim : null;
  useEffect(() => {
    // «Новый обмен» returns the widget to its form. On this page it navigates home instead.
    const onWidgetClick = (event: Event) => {
      const element = event.target;
      if (!(element instanceof HTMLElement) || element.dataset.opened === undefined) return;
      setTimeout(() => {
        // The form, or its skeleton while it loads.
        if (element.isConnected && element.shadowRoot?.querySelector('[name=fromSumma], section[aria-busy]'))
          void navigate(claim ? buildRepeatUrl(claim) : routePaths.home);
      });
    };
    document.addEventListener('click', onWidgetClick);
    return () => document.removeEventListener('click', onWidgetClick);
  }, [claim, navigate]);

  if (isUnknown) return <NotFoundPage />;
  const isAlone = secret === null && (isGuest || claimState.phase === 'locked');
  // A logout hides the claim of the account at once, a login opens it.
  const accountKey = secret === null && !isGuest ? 'account' : 'guest';
  return (
    <div className={isAlone ? 'container claim alone' : 'container claim'}>
      <h1 className="visually-hidden">Ваша заявка</h1>
      <exchange-widget
        key={`${frame.instance} ${accountKey}`}
        ref={connectAccount}
        id="claim"
        theme="dark"
        claim={frame.openReference}
      />
      {claim && (
        <ClaimSidebar claim={claim}>
          {isGuest && secret !== null && <AccountOffer claim={claim} secret={secret} />}
        </ClaimSidebar>
      )}
    </div>
  );
}
