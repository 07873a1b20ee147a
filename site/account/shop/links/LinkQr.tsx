import { useSignals } from '@preact/signals-react/runtime';
import { createLazyModule } from '#widget/lazy/lazyModule.ts';
import { LoadError } from '../../../live/LoadError.tsx';

/** The widget uses the same module for payments. */
const lazyQr = createLazyModule(() => import('#widget/claim/elements/QrCode.tsx'));

/** QR code of a link, on demand. */
export function LinkQr({ url }: { url: string }) {
  useSignals();
  const qr = lazyQr.module.value;
  return (
    <details className="link-qr" onToggle={() => void lazyQr.load()}>
      <summary className="button quiet">QR-код</summary>
      {qr && <qr.QrCode text={url} label={`QR-код ссылки ${url}`} />}
      {lazyQr.hasFailed.value && <LoadError code="network" role="alert" onRetry={() => void lazyQr.load()} />}
    </details>
  );
}
