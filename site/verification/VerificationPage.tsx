import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import type { VerificationTarget } from '#core/verification/verificationModel.ts';
import type { Verification } from '#core/contract/verification.ts';
import { CardPhotos } from '#widget/claim/upload/CardPhotos.tsx';
import { routePaths } from '../routePaths.ts';
import { parseSecretFragment, type LocalClaims } from '../claim/local/localClaims.ts';
import { WidgetScreenFrame } from './WidgetScreenFrame.tsx';
import { formatCardCode } from './formatCardCode.ts';
import { useVerification } from './useVerification.ts';
import { useHandoffTarget, useOwnVerificationTarget } from './verificationTarget.ts';
import { useAppContext } from '../shell/appContext.ts';
import { NotFoundPage } from '../shell/errors/NotFoundPage.tsx';
import './VerificationPage.css';

/** Page /verification/{uuid}: the card verification, for the browser that has the claim's secret, and for its account. */
export function VerificationPage({ localClaims }: { localClaims: LocalClaims }) {
  useSignals();
  const { uuid: id = '' } = useParams();
  const isGuest = useAppContext().session.state.value.phase === 'guest';
  const target = useOwnVerificationTarget(localClaims, id, isGuest);
  return (
    <VerificationScreen localClaims={localClaims} target={target} fallback={<NotFoundPage />}>
      <p className="text">Подтверждаем карту один раз: этого хватит на 12 месяцев.</p>
    </VerificationScreen>
  );
}

/** Page /verify/{uuid}#token: the same on a phone. The first visit binds the device and removes the token from the URL. */
export function HandoffPage({ localClaims }: { localClaims: LocalClaims }) {
  const { uuid: id = '' } = useParams();
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const token = parseSecretFragment(hash);
  const target = useHandoffTarget(localClaims, id, token);
  useEffect(() => {
    if (token) void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [token, pathname, navigate]);
  return (
    <VerificationScreen localClaims={localClaims} target={target} isHandoff fallback={<HandoffExpired />}>
      <p className="text">Снимите карту этим телефоном. Фото появятся на другом экране, где вы взяли код.</p>
    </VerificationScreen>
  );
}

/** The widget's screen in a page. `children` introduce it; `fallback` is shown if it cannot open. */
function VerificationScreen({
  localClaims,
  target,
  fallback,
  isHandoff = false,
  children,
}: {
  localClaims: LocalClaims;
  target: VerificationTarget | null;
  fallback: ReactNode;
  isHandoff?: boolean;
  children: ReactNode;
}) {
  useSignals();
  const session = useVerification(localClaims.api, target);
  const [model, isDeleted] = [session.model.value, session.isDeleted.value];
  const phase = model?.phase.value;
  const details = phase && 'verification' in phase ? phase.verification : null;
  // Keep the claim's data for the time after a deletion.
  const [lastClaim, setLastClaim] = useState<Verification['claim']>(null);
  if (details?.claim && details.claim.id !== lastClaim?.id) setLastClaim(details.claim);
  const claim = details?.claim ?? lastClaim;
  if (isDeleted) return <PhotosDeleted claim={isHandoff ? null : claim} />;
  if (phase?.phase === 'gone' && phase.code === 'server_error') return <VerificationUnsupported />;
  if (!target || phase?.phase === 'gone') return fallback;
  return (
    <div className="container verification">
      <h1>Подтверждение карты</h1>
      {children}
      <WidgetScreenFrame>
        {model ? (
          <CardPhotos
            model={model}
            noteText={claim ? `номер заявки ${claim.number}` : formatCardCode(details?.id ?? '')}
            isHandoff={isHandoff}
          />
        ) : (
          <span className="skeleton block" />
        )}
      </WidgetScreenFrame>
      {claim && !isHandoff && (
        <Link className="button secondary" to={`/claim/${claim.id}`}>
          Заявка № {claim.number}
        </Link>
      )}
      {claim && isHandoff && <p className="text">Заявка № {claim.number}</p>}
    </div>
  );
}

/** The backend sends other fields than this page shows. */
function VerificationUnsupported() {
  return (
    <div className="container verification">
      <h1>Подтверждение карты</h1>
      <p className="text">На этом сайте подтвердить карту нельзя. Напишите в поддержку: подскажем, как.</p>
      <Link className="button secondary" to={routePaths.contacts}>
        Написать в поддержку
      </Link>
    </div>
  );
}

/** The hand-off has expired, or another phone has used it. */
function HandoffExpired() {
  return (
    <div className="container verification">
      <h1>Ссылка больше не открывается</h1>
      <p className="text">
        Она действует 30 минут и только на том телефоне, где её открыли первой. Новый код есть в заявке:
        нажмите там «Снять телефоном».
      </p>
      <Link className="button secondary" to={routePaths.contacts}>
        Написать в поддержку
      </Link>
    </div>
  );
}

function PhotosDeleted({ claim }: { claim: Verification['claim'] }) {
  return (
    <div className="container verification">
      <h1>Фото удалены</h1>
      <p className="text">Начать подтверждение заново можно {claim ? <>в заявке</> : 'там же'}.</p>
      {claim && (
        <Link className="button primary" to={`/claim/${claim.id}`}>
          Заявка № {claim.number}
        </Link>
      )}
    </div>
  );
}
