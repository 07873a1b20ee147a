import { Suspense } from 'react';
import { lazyComponent } from '../../elements/lazyComponent.ts';
import { CopyField } from '../../elements/CopyField.tsx';

const QrCode = lazyComponent(() => import('#widget/claim/elements/QrCode.tsx'), 'QrCode');

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
      <Suspense fallback={<span className="skeleton qr-skeleton" aria-busy="true" />}>
        <QrCode text={url} label="QR-код ссылки. Та же ссылка указана текстом рядом" />
      </Suspense>
    </div>
  );
}
