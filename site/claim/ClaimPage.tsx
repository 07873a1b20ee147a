import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import type { WidgetStep } from '#widget/widgetStep.ts';
import { lazyComponent, lazyExtra } from '../elements/lazyComponent.ts';
import { useTokenFragment } from '../auth/tokenFragment.ts';
import { usePasskeySupport } from '../passkeys/usePasskeySupport.ts';
import { routePaths } from '../routePaths.ts';
import { buildRepeatUrl } from './buildRepeatUrl.ts';
import { ClaimSidebar } from './ClaimSidebar.tsx';
import { parseSecretFragment, isClaimPersisted, type LocalClaims } from './local/localClaims.ts';
import { useClaimStatus, type ClaimLookup } from './useClaimStatus.ts';
import { useAppContext } from '../shell/appContext.ts';
import { useAccountConnection } from '../shell/session/useAccountConnection.ts';
import { formatPageTitle } from '../shell/layout/pageTitle.ts';
import { useShadowLinks } from '../shell/layout/useShadowLinks.ts';
import { NotFoundPage } from '../shell/errors/NotFoundPage.tsx';
import './ClaimPage.css';

/** The widget of this page: its claim, and the reference that it was opened with. */
interface WidgetFrame {
  id: string;
  openReference: string;
  /** A new key mounts a new widget. */
  instance: number;
}

const formatClaimReference = (id: string, secret: string | null) =>
  secret === null ? id : `${id}#${secret}`;

/** Frame state for a new address. Keeps the widget when the secret is removed from the address. */
function nextFrame(frame: WidgetFrame, id: string, hashSecret: string | null): WidgetFrame {
  const openReference = formatClaimReference(id, hashSecret);
  const hasOtherSecret = hashSecret !== null && openReference !== frame.openReference;
  if (frame.id === id && !hasOtherSecret) return frame;
  return { id, openReference, instance: frame.instance + 1 };
}

/** Title of the page: number and status, as far as they are loaded; null while neither is. */
function formatClaimTitle(lookup: ClaimLookup): string | null {
  if (lookup.phase === 'locked') return `Заявка · ${CLAIM_STATUS_RULES[lookup.status].label}`;
  if (lookup.phase !== 'open') return null;
  const { number, status } = lookup.claim;
  return `№ ${number} · ${CLAIM_STATUS_RULES[status].label}`;
}

/** Few visitors come with the e-mail about a refund. */
const RefundStopPrompt = lazyComponent(() => import('./RefundStopPrompt.tsx'), 'RefundStopPrompt');

/** Loads after the claim, which is complete without it. */
const AccountOfferForm = lazyExtra(() => import('./accountOffer/AccountOfferForm.tsx'), 'AccountOfferForm');

/**
 * Page /claim/{uuid}: a claim; with `#stop=…`, the token of the e-mail about its refund, first the button that stops
 * it.
 */
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
 * The widget with this claim, and the agreed terms beside it. A secret in the fragment is stored in this browser and
 * removed from the URL. Without a secret the claim's account sees the same, everybody else the status.
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
    id,
    openReference: formatClaimReference(id, hashSecret),
    instance: 0,
  });
  const updatedFrame = nextFrame(frame, id, hashSecret);
  if (updatedFrame !== frame) setFrame(updatedFrame);

  const isOpen = claimState.phase === 'open';
  const title = formatClaimTitle(claimState);
  useEffect(() => {
    if (title !== null) document.title = formatPageTitle(title);
  }, [title]);

  useEffect(() => {
    if (isOpen && hashSecret && isClaimPersisted(localClaims, id))
      void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [isOpen, hashSecret, localClaims, id, pathname, navigate]);

  const claim = isOpen ? claimState.claim : null;
  // Before the widget's first step, which may precede the paint.
  useLayoutEffect(() => {
    const onWidgetStep = (event: Event) => {
      const { target, detail } = event as CustomEvent<{ step: WidgetStep }>;
      if (!(target instanceof HTMLElement)) return;
      // Before this event the widget shows its form, which ClaimPage.css hides.
      if (detail.step === 'claim') target.dataset.opened = '';
      // «Новый обмен» returns the widget to its form. On this page it navigates home instead.
      if (detail.step === 'form') void navigate(claim ? buildRepeatUrl(claim) : routePaths.home);
    };
    document.addEventListener('exchange-step', onWidgetStep);
    return () => document.removeEventListener('exchange-step', onWidgetStep);
  }, [claim, navigate]);

  if (claimState.phase === 'notFound') return <NotFoundPage />;
  const isHere = secret !== null || localClaims.claimStorage.getSentClaim(id) !== null;
  const isAlone = !isHere && (isGuest || claimState.phase === 'locked');
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
        <ClaimSidebar api={localClaims.api} claim={claim} secret={secret}>
          {isGuest && secret !== null && <AccountOffer claim={claim} secret={secret} />}
        </ClaimSidebar>
      )}
    </div>
  );
}

/** Offers a guest an account for this claim. Renders nothing where passkeys do not work. */
function AccountOffer({ claim, secret }: { claim: ClaimStatus; secret: string }) {
  const isSupported = usePasskeySupport();
  if (!isSupported) return null;
  return (
    <Suspense fallback={null}>
      <AccountOfferForm key={claim.id} id={claim.id} email={claim.email} secret={secret} />
    </Suspense>
  );
}
