import { useEffect, type ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimStatus } from '#core/contract/claim.ts';
import type { ClaimRequisite } from '#core/contract/claim/claimPayment.ts';
import { formatDecimal, trimTrailingZeros } from '#core/exchange/amount.ts';
import { createLazyModule } from '../../lazy/lazyModule.ts';
import { formatMoney, getNetworkName, getUnitSymbol } from '#core/exchange/formatMoney.ts';
import { formatDestination } from '../../format.ts';
import { Notice } from '../../form/FormNotices.tsx';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';
import { Receipts } from '../upload/Receipts.tsx';
import { getAllowedActions } from '#core/claim/allowedActions.ts';
import { lazyCashWording } from '../cash/claimWording.ts';
import { AddressText, CopyRow } from '../elements/CopyRow.tsx';
import { ClaimDeadline } from './ClaimDeadline.tsx';
import { formatRequisite } from '../format/formatRequisite.ts';
import { StepHeader } from '../elements/StepHeader.tsx';
import { CLAIM_ICON_PATHS } from '../claimIcons.ts';
import { ClaimNotes, ClaimFooter } from '../status/ClaimFooter.tsx';
import { ActionButton } from '../elements/ActionButton.tsx';
import type { ScreenContext } from '../screenContext.ts';

const currencyInTitle = (currency: string) => (currency === 'RUB' ? 'рубли' : currency);

/** Heading: the action expected from the visitor. */
function paymentTitle({ kind, currency, network }: ClaimRequisite): string {
  switch (kind) {
    case 'address':
      return `Переведите ${currency}${network ? ` в сети ${network}` : ''}`;
    case 'card':
      return `Переведите ${currencyInTitle(currency)} на карту`;
    case 'phone':
      return `Переведите ${currencyInTitle(currency)} по номеру телефона`;
    case 'cash':
      return `Передайте ${currencyInTitle(currency)} наличными`;
  }
}

const targetLabels = { address: 'Адрес', card: 'Карта', phone: 'Телефон' } as const;

/** Loaded lazily: only transfers to an address need the QR library and the payment URIs. */
const lazyPaymentQr = createLazyModule(() => import('./PaymentQr.tsx'));

/** Amount, destination and deadline of the payment. */
export function PaymentScreen({
  context,
  claim,
  requisite,
}: {
  context: ScreenContext;
  claim: ClaimStatus;
  requisite: ClaimRequisite;
}) {
  useSignals();
  const { kind, value: paymentTarget, currency, network, memo, holder, bank } = requisite;
  const allowed = getAllowedActions(claim);
  const MeetingDetails = lazyCashWording.module.value?.MeetingDetails;
  const PaymentQr = lazyPaymentQr.module.value?.PaymentQr;
  const isAddress = kind === 'address';
  useEffect(() => void (isAddress && lazyPaymentQr.load()), [isAddress]);
  const requisiteRows: ReactNode = (
    <div className="copy-rows">
      <CopyRow
        label={kind === 'address' ? 'Сумма' : 'Сумма, ровно'}
        value={trimTrailingZeros(requisite.amount)}
        isLarge
      >
        {formatDecimal(requisite.amount)} <small>{getUnitSymbol(currency)}</small>
      </CopyRow>
      {kind !== 'cash' && (
        <CopyRow
          label={[targetLabels[kind], kind === 'card' ? bank : null].filter(Boolean).join(', ')}
          value={paymentTarget}
        >
          {kind === 'address' ? <AddressText text={paymentTarget} /> : formatRequisite(kind, paymentTarget)}
        </CopyRow>
      )}
      {memo && <MemoRow {...memo} />}
      {bank && kind === 'phone' && (
        <CopyRow label="Банк" value={bank}>
          {bank}
        </CopyRow>
      )}
      {holder && (
        <CopyRow label="Получатель" value={holder}>
          {holder}
        </CopyRow>
      )}
    </div>
  );
  return (
    <section className="panel" part="panel" aria-label="Оплата заявки">
      <StepHeader
        title={paymentTitle(requisite)}
        subtitle={`Заявка № ${claim.number}`}
        hasInteracted={context.hasInteracted}
      />
      <ClaimNotes claim={claim} />
      <ClaimDeadline
        claimModel={context.claimModel}
        label={kind === 'cash' ? 'Ждём наличные' : 'Ждём перевод'}
      />
      <div className="payment">
        {requisiteRows}
        {kind === 'cash' && claim.meeting && MeetingDetails && (
          <MeetingDetails claim={claim} meeting={claim.meeting} />
        )}
        {memo && (
          <Notice kind="warning" icon={ICON_PATHS.alert}>
            Без поля «{memo.label}» мы не узнаем ваш перевод. Скопируйте его в такое же поле кошелька.
          </Notice>
        )}
        <Notice icon={ICON_PATHS.info}>
          {kind === 'address'
            ? `Только сеть ${getNetworkName({ network, ticker: currency, name: claim.from.name })}. Сумма должна дойти целиком: комиссию сети оплатите сверху.`
            : kind === 'cash'
              ? `Сумма должна совпасть до рубля. Если встреча позже срока, пересчитаем по меньшему из двух курсов.`
              : 'Переводите одним платежом и ровно эту сумму: по ней мы узнаем ваш перевод.'}
        </Notice>
        <PayoutNote claim={claim} />
        {allowed.includes('confirm') && (
          <ActionButton
            context={context}
            action="confirm"
            busyLabel="Сообщаем…"
            onAction={() => context.claimModel.actions.confirmPayment()}
          >
            {kind === 'cash' ? 'Я передал деньги' : 'Я оплатил'}
          </ActionButton>
        )}
        {/* Last, so that a narrow screen shows the button without scrolling. */}
        {isAddress &&
          (PaymentQr ? (
            <PaymentQr code={claim.from.code} requisite={requisite} />
          ) : (
            <div className="payment-qr" />
          ))}
      </div>
      {allowed.includes('bill') && !isAddress && kind !== 'cash' && (
        <Receipts context={context} claim={claim} />
      )}
      <ClaimFooter context={context} claim={claim} />
    </section>
  );
}

/** The required comment or tag, as large as the amount. */
function MemoRow({ label, value }: { label: string; value: string }) {
  return (
    <CopyRow label={label} value={value} isLarge>
      {value}
    </CopyRow>
  );
}

/** Amount and destination of the payout. */
function PayoutNote({ claim }: { claim: ClaimStatus }) {
  return (
    <p className="fine-print left">
      <Icon d={CLAIM_ICON_PATHS.right} size={16} />
      <span>
        {claim.meeting?.side === 'to' ? 'Выдадим' : 'Отправим'}{' '}
        {formatMoney(claim.toSumma, claim.to.currency)}: {formatDestination(claim)}
        {claim.meeting?.side === 'to' && `. О встрече договоримся в Telegram: ${claim.meeting.telegram}`}
      </span>
    </p>
  );
}
