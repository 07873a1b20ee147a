import { useState } from 'react';
import type { ClaimRequisite } from '#core/contract/claim/claimPayment.ts';
import { buildPaymentUri } from '#core/claim/paymentUri.ts';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';
import { QrCode } from '../elements/QrCode.tsx';

/**
 * QR code of a transfer with what it contains. Where the currency has a payment URI, the visitor can switch to the bare
 * address, for wallets that read nothing else.
 */
export function PaymentQr({
  code,
  requisite,
}: {
  /** Code of the currency sent. */
  code: string;
  requisite: ClaimRequisite;
}) {
  const [isAddressOnly, setIsAddressOnly] = useState(false);
  const { value: address, memo } = requisite;
  const uri = buildPaymentUri(code, requisite);
  const contents =
    uri === null || isAddressOnly
      ? 'только адрес'
      : memo
        ? `адрес, сумма и ${memo.label.toLowerCase()}`
        : 'адрес и сумма';
  return (
    <div className="payment-qr">
      <QrCode text={isAddressOnly ? address : (uri ?? address)} label="QR-код для перевода" />
      <p className="help" role="status">
        В QR-коде: {contents}
      </p>
      {uri !== null && (
        <label className="checkbox">
          <span className="checkbox-control">
            <input
              type="checkbox"
              checked={isAddressOnly}
              onChange={event => setIsAddressOnly(event.target.checked)}
            />
            <Icon d={ICON_PATHS.check} size={16} />
          </span>
          Только адрес
        </label>
      )}
    </div>
  );
}
