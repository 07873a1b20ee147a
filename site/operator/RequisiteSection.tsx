import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { QrCode } from '#widget/claim/elements/QrCode.tsx';
import { CopyField } from '../elements/CopyField.tsx';

/** Requisites with buttons that copy them. Nothing without a requisite. */
export function RequisiteSection({
  title,
  requisites,
  hasQr = false,
}: {
  title: string;
  requisites: OperatorClaimDetail['toRequisites'];
  /** Whether a wallet can read the first value. */
  hasQr?: boolean;
}) {
  const [first] = requisites;
  if (!first) return null;
  const { value: firstValue, label: firstLabel } = first;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {requisites.map(({ name, ...requisite }) => (
        <CopyField key={name} {...requisite} />
      ))}
      {hasQr && (
        <details className="claim-qr">
          <summary>QR-код</summary>
          <QrCode text={firstValue} label={`QR-код: ${firstLabel}`} />
        </details>
      )}
    </section>
  );
}
