import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { routePaths } from '../routePaths.ts';
import { buildRepeatUrl } from './buildRepeatUrl.ts';
import { ClaimSidebar } from './ClaimSidebar.tsx';
import { parseSecretFragment, isSecretPersisted, type LocalClaims } from './localClaims.ts';
import { useClaimStatus } from './useClaimStatus.ts';
import { useShadowLinks } from '../shell/layout/useShadowLinks.ts';
import { NotFoundPage } from '../shell/errors/NotFoundPage.tsx';
import './ClaimPage.css';

/** The widget of the page: for which address it stands, the claim it shows, the one it was opened with. */
interface WidgetFrame {
  routeId: string;
  shownId: string;
  openReference: string;
  /** Another number is another widget. */
  instance: number;
}

const formatClaimReference = (id: string, secret: string | null) =>
  secret === null ? id : `${id}#${secret}`;

/** The frame at another address: the same one when its widget has made that claim itself. */
function nextFrame(frame: WidgetFrame, id: string, hashSecret: string | null): WidgetFrame {
  const openReference = formatClaimReference(id, hashSecret);
  const hasOtherSecret = hashSecret !== null && openReference !== frame.openReference;
  if (frame.routeId === id && !hasOtherSecret) return frame;
  if (frame.shownId === id && !hasOtherSecret) return { ...frame, routeId: id };
  return { routeId: id, shownId: id, openReference, instance: frame.instance + 1 };
}

/**
 * SPEC /claim/{uuid}: the widget with this claim open, and beside it what was agreed on. A secret in the fragment opens
 * the claim in this browser for good and leaves the address. Without one the status is all there is.
 */
export function ClaimPage({ localClaims }: { localClaims: LocalClaims }) {
  useShadowLinks();
  const { uuid: id = '' } = useParams();
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const hashSecret = parseSecretFragment(hash);
  const secret = hashSecret ?? localClaims.claimStorage.getSecret(id);
  const claimState = useClaimStatus(localClaims, id, secret);
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
    if (number !== null) document.title = `Заявка № ${number} · Размен`;
  }, [number]);

  useEffect(() => {
    if (isOpen && hashSecret && isSecretPersisted(localClaims, id, hashSecret))
      void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [isOpen, hashSecret, localClaims, id, pathname, navigate]);

  const { shownId } = frame;
  useEffect(() => {
    const onExchangeClaim = (event: Event) => {
      const { detail } = event as CustomEvent<{ id: string }>;
      // Before its claim is there the widget is a form for a moment: not to be seen here, nor taken for a new exchange.
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
    // «Новый обмен» in the widget brings its form back; here that is the home page's part.
    const onWidgetClick = (event: Event) => {
      const element = event.target;
      if (!(element instanceof HTMLElement) || element.dataset.opened === undefined) return;
      setTimeout(() => {
        if (element.isConnected && element.shadowRoot?.querySelector('[name=fromSumma]'))
          void navigate(claim ? buildRepeatUrl(claim) : routePaths.home);
      });
    };
    document.addEventListener('click', onWidgetClick);
    return () => document.removeEventListener('click', onWidgetClick);
  }, [claim, navigate]);

  if (isUnknown) return <NotFoundPage />;
  return (
    <div className={secret ? 'wrap claim' : 'wrap claim alone'}>
      <h1 className="vh">Ваша заявка</h1>
      <exchange-widget key={frame.instance} id="claim" theme="dark" claim={frame.openReference} />
      {claim && <ClaimSidebar claim={claim} />}
    </div>
  );
}
