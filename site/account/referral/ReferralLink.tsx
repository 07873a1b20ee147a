import { QrCode } from '#widget/claim/elements/QrCode.tsx';
import { CopyField } from '../../elements/CopyField.tsx';

/** The link and the code of a partner, to copy, and the link as a QR code. */
export function ReferralLink({ url, code }: { url: string; code: string }) {
  return (
    <div className="referral-link">
      <div>
        <CopyField label="Ссылка" value={url} />
        <CopyField label="Код" value={code} />
        <p className="form-hint">
          Чтобы различать площадки, добавьте к&nbsp;коду точку и&nbsp;метку: {code}.telegram. В&nbsp;виджете
          код указывают в&nbsp;атрибуте rid.
        </p>
      </div>
      <QrCode text={url} label="QR-код ссылки. Та же ссылка указана текстом рядом" />
    </div>
  );
}
