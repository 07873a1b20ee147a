import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { toErrorCode } from '#core/api/apiError.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import type { ClaimForm } from '#core/contract/claim/claimPayment.ts';
import { formatMessage } from '#core/messages.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { Notice } from '../../form/FormNotices.tsx';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';
import { ClaimDeadline } from './ClaimDeadline.tsx';
import { ClaimNotes, ClaimFooter } from '../status/ClaimFooter.tsx';
import { StepHeader } from '../elements/StepHeader.tsx';
import { CLAIM_ICON_PATHS } from '../claimIcons.ts';
import type { ScreenContext } from '../screenContext.ts';

/** Submits the merchant's form in this tab. */
function submitMerchantForm({ action, method, fields }: Extract<ClaimForm, { kind: 'merchant' }>): void {
  const form = document.createElement('form');
  Object.assign(form, { action, method, hidden: true });
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

/** Payment on a merchant's page. A partner's page links to our site first. */
export function MerchantPaymentScreen({ context, claim }: { context: ScreenContext; claim: ClaimStatus }) {
  useSignals();
  const [state, setState] = useState<'idle' | 'busy' | { code: string }>('idle');
  const { isExchangeSite, base: serverOrigin } = context.controller;
  const secret = context.claimModel.getSecret();
  const openMerchantPage = async () => {
    if (state === 'busy') return;
    setState('busy');
    try {
      const form = await context.claimModel.actions.fetchPaymentForm();
      if (form.kind === 'merchant') return submitMerchantForm(form);
      // The claim may be paid meanwhile; its status decides.
      context.claimModel.refreshNow();
      setState('idle');
    } catch (error) {
      setState({ code: toErrorCode(error) });
    }
  };
  const amountText = formatMoney(claim.fromSumma, claim.from.currency);
  return (
    <section className="panel" part="panel" aria-label="Оплата заявки">
      <StepHeader
        title="Оплатите заявку"
        subtitle={`Заявка № ${claim.number}`}
        hasInteracted={context.hasInteracted}
      />
      <ClaimNotes claim={claim} />
      <ClaimDeadline claimModel={context.claimModel} label="Ждём оплату" />
      <p className="main-amount numeric">{amountText}</p>
      <p className="explanation">
        {isExchangeSite
          ? 'Откроется страница платёжной системы. После оплаты она вернёт вас сюда.'
          : 'Заявка откроется на нашем сайте, в новой вкладке. Оттуда вы перейдёте к оплате.'}
      </p>
      {typeof state === 'object' && (
        <Notice kind="error" icon={ICON_PATHS.alert} role="alert">
          {formatMessage(state.code)}.
        </Notice>
      )}
      {isExchangeSite ? (
        <button
          className="button"
          part="button"
          type="button"
          aria-disabled={state === 'busy' || undefined}
          onClick={() => void openMerchantPage()}
        >
          Перейти к оплате <Icon d={CLAIM_ICON_PATHS.right} />
        </button>
      ) : (
        <a
          className="button"
          part="button"
          href={`${serverOrigin}/claim/${claim.id}${secret ? `#${secret}` : ''}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Перейти к оплате <Icon d={CLAIM_ICON_PATHS.right} />
        </a>
      )}
      <ClaimFooter context={context} claim={claim} />
    </section>
  );
}
