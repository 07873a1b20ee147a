import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { ApiError } from '#core/api/apiError.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import { createLazyModule } from '../../lazy/lazyModule.ts';
import { Notice } from '../../form/FormNotices.tsx';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';
import { CancelClaim } from './CancelClaim.tsx';
import { CLAIM_ICON_PATHS } from '../claimIcons.ts';
import { ConnectionLost } from '../elements/ConnectionLost.tsx';
import { SupportLink } from '../elements/SupportLink.tsx';
import type { ScreenContext } from '../screenContext.ts';

const lazyHandoffQr = createLazyModule(() => import('../elements/HandoffQr.tsx'));
const lazyStatement = createLazyModule(() => import('./ClaimStatement.tsx'));

/** Notices at the top of every claim screen: maintenance, and a demo server, which moves no money. */
export function ClaimNotes({ claim }: { claim: ClaimStatus }) {
  return (
    <>
      {claim.maintenance && !isClosedStatus(claim.status) && (
        <Notice kind="warning" icon={CLAIM_ICON_PATHS.clock} role="status">
          Идут технические работы. Заявка сохранена, статус обновляется. Отмена, пересчёт и&nbsp;возврат
          откроются после работ.
        </Notice>
      )}
      {claim.demo && (
        <Notice kind="warning" icon={ICON_PATHS.info}>
          Это демонстрация: не&nbsp;платите. Деньги не&nbsp;переводятся, статусы меняются сами.
        </Notice>
      )}
    </>
  );
}

/** The claim's URL. Without one from the backend, its pages are on the API's origin. */
function getClaimUrl(context: ScreenContext, { id }: ClaimStatus): Promise<string> {
  const fallbackUrl = `${context.controller.base}/claim/${id}#${context.claimModel.getSecret() ?? ''}`;
  return context.claimModel.actions.createHandoffUrl().catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return fallbackUrl;
    throw error;
  });
}

/** Footer of every claim screen: connection notice, phone hand-off, statement, support, cancellation. */
export function ClaimFooter({
  context,
  claim,
  isConnectionLost,
  supportVariant = 'text',
}: {
  context: ScreenContext;
  claim: ClaimStatus;
  isConnectionLost: boolean;
  /** `none` if the screen already has the link. */
  supportVariant?: 'text' | 'secondary' | 'none';
}) {
  useSignals();
  // The button of a waiting action says the same.
  const isActionWaiting = context.claimModel.actions.actionState.value?.state === 'waiting';
  const [openPanel, setOpenPanel] = useState<'phone' | 'receipt' | null>(null);
  const HandoffQr = lazyHandoffQr.module.value?.HandoffQr;
  const ClaimStatement = lazyStatement.module.value?.ClaimStatement;
  const loadFailures = { phone: lazyHandoffQr.hasFailed.value, receipt: lazyStatement.hasFailed.value };
  const togglePanel = (panel: 'phone' | 'receipt') => {
    void (panel === 'phone' ? lazyHandoffQr : lazyStatement).load();
    setOpenPanel(openPanel === panel ? null : panel);
  };
  return (
    <>
      {isConnectionLost && !isActionWaiting && <ConnectionLost />}
      {supportVariant === 'secondary' && (
        <SupportLink controller={context.controller} claimNumber={claim.number} variant="secondary" />
      )}
      <div className="actions">
        {!isClosedStatus(claim.status) && (
          <button
            className="button text to-phone"
            type="button"
            aria-expanded={openPanel === 'phone'}
            onClick={() => togglePanel('phone')}
          >
            <Icon d={CLAIM_ICON_PATHS.phone} size={20} />
            Продолжить на&nbsp;телефоне
          </button>
        )}
        <button
          className="button text"
          type="button"
          aria-expanded={openPanel === 'receipt'}
          onClick={() => togglePanel('receipt')}
        >
          <Icon d={CLAIM_ICON_PATHS.paper} size={20} />
          Расчёт по&nbsp;заявке
        </button>
      </div>
      {openPanel === 'phone' && HandoffQr && (
        <HandoffQr label="Продолжить на телефоне" getUrl={() => getClaimUrl(context, claim)}>
          Наведите камеру телефона: заявка откроется там на&nbsp;том&nbsp;же месте.
        </HandoffQr>
      )}
      {openPanel === 'receipt' && ClaimStatement && <ClaimStatement claim={claim} />}
      {openPanel && loadFailures[openPanel] && (
        <Notice kind="error" icon={ICON_PATHS.off} role="alert">
          Не&nbsp;загрузилось. Проверьте интернет и&nbsp;нажмите ещё раз.
        </Notice>
      )}
      {supportVariant === 'text' && (
        <SupportLink controller={context.controller} claimNumber={claim.number} />
      )}
      <CancelClaim context={context} claim={claim} />
    </>
  );
}
