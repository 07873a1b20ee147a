import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { ApiError } from '#core/api/apiError.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { isSentClaim } from '#core/claim/sentClaim.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import { createLazyModule } from '../../lazy/lazyModule.ts';
import { Notice } from '../../form/FormNotices.tsx';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';
import { CancelClaim } from './CancelClaim.tsx';
import { CLAIM_ICON_PATHS } from '../claimIcons.ts';
import { ConnectionLost } from '../elements/ConnectionLost.tsx';
import { SupportLink } from '../elements/SupportLink.tsx';
import type { ScreenContext } from '../screenContext.ts';

/** Panels of the buttons below a claim, loaded with the first press. */
const lazyPanels = {
  phone: createLazyModule(() => import('../elements/HandoffQr.tsx')),
  receipt: createLazyModule(() => import('../receipt/ExchangeReceipt.tsx')),
  statement: createLazyModule(() => import('./ClaimStatement.tsx')),
};
type PanelName = keyof typeof lazyPanels;

/**
 * Notices at the top of every claim screen: maintenance, and a demo server, which moves no money. The exchange's own
 * pages have a banner about the demo already.
 */
export function ClaimNotes({ claim }: { claim: ClaimStatus }) {
  return (
    <>
      {claim.maintenance && !isClosedStatus(claim.status) && (
        <Notice kind="warning" icon={CLAIM_ICON_PATHS.clock} role="status">
          Идут технические работы. Заявка сохранена, статус обновляется. Отмена, пересчёт и возврат откроются
          после работ.
        </Notice>
      )}
      {claim.demo && !document.querySelector('.demo-banner') && (
        <Notice kind="warning" icon={ICON_PATHS.info}>
          Это демонстрация: не платите. Деньги не переводятся, статусы меняются сами.
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

/** Footer of every claim screen: connection notice, phone hand-off, receipt, statement, support, cancellation. */
export function ClaimFooter({
  context,
  claim,
  supportVariant = 'text',
}: {
  context: ScreenContext;
  claim: ClaimStatus;
  /** `none` if the screen already has the link. */
  supportVariant?: 'text' | 'secondary' | 'none';
}) {
  useSignals();
  const phase = context.claimModel.phase.value;
  const isConnectionLost = phase.phase === 'open' && phase.connection === 'lost';
  // The button of a waiting action already shows it.
  const isActionWaiting = context.claimModel.actions.actionState.value?.state === 'waiting';
  const [openPanel, setOpenPanel] = useState<PanelName | null>(null);
  const HandoffQr = lazyPanels.phone.module.value?.HandoffQr;
  const ExchangeReceipt = lazyPanels.receipt.module.value?.ExchangeReceipt;
  const ClaimStatement = lazyPanels.statement.module.value?.ClaimStatement;
  const renderToggle = (panel: PanelName, icon: string, label: string) => (
    <button
      className={`button text to-${panel}`}
      type="button"
      aria-expanded={openPanel === panel}
      onClick={() => {
        void lazyPanels[panel].load();
        setOpenPanel(openPanel === panel ? null : panel);
      }}
    >
      <Icon d={icon} size={20} />
      {label}
    </button>
  );
  return (
    <>
      {isConnectionLost && !isActionWaiting && <ConnectionLost />}
      {supportVariant === 'secondary' && (
        <SupportLink controller={context.controller} claimNumber={claim.number} variant="secondary" />
      )}
      <div className="actions">
        {!isClosedStatus(claim.status) &&
          !isSentClaim(claim) &&
          renderToggle('phone', CLAIM_ICON_PATHS.phone, 'Продолжить на телефоне')}
        {claim.status === 'completed' && renderToggle('receipt', CLAIM_ICON_PATHS.paper, 'Чек об обмене')}
        {renderToggle('statement', CLAIM_ICON_PATHS.paper, 'Расчёт по заявке')}
      </div>
      {openPanel === 'phone' && HandoffQr && (
        <HandoffQr label="Продолжить на телефоне" getUrl={() => getClaimUrl(context, claim)}>
          Наведите камеру телефона: заявка откроется там на том же месте.
        </HandoffQr>
      )}
      {openPanel === 'receipt' && ExchangeReceipt && (
        <ExchangeReceipt claim={claim} serverOrigin={context.controller.base} />
      )}
      {openPanel === 'statement' && ClaimStatement && <ClaimStatement claim={claim} />}
      {openPanel && lazyPanels[openPanel].hasFailed.value && (
        <Notice kind="error" icon={ICON_PATHS.off} role="alert">
          Не загрузилось. Проверьте интернет и нажмите ещё раз.
        </Notice>
      )}
      {supportVariant === 'text' && (
        <SupportLink controller={context.controller} claimNumber={claim.number} />
      )}
      <CancelClaim context={context} claim={claim} />
    </>
  );
}
