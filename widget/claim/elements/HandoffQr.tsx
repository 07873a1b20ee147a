import { useEffect, useState, type ReactNode } from 'react';
import { toErrorCode } from '#core/api/apiError.ts';
import { CopyRow } from './CopyRow.tsx';
import { QrCode } from './QrCode.tsx';
import { RequestError } from './RequestError.tsx';

/** A URL as QR code and link. `getUrl` requests it and rejects with ApiError; null: not found. */
export function HandoffQr({
  getUrl,
  label,
  children,
}: {
  getUrl: () => Promise<string | null>;
  label: string;
  children: ReactNode;
}) {
  // The caller passes a new function at each render.
  const [requestUrl] = useState(() => getUrl);
  const [url, setUrl] = useState<string | null>(null);
  const [failureCode, setFailureCode] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    requestUrl().then(
      foundUrl => isCurrent && (foundUrl === null ? setFailureCode('not_found') : setUrl(foundUrl)),
      (error: unknown) => isCurrent && setFailureCode(toErrorCode(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [requestUrl, attempt]);
  if (failureCode !== null)
    return (
      <RequestError
        code={failureCode}
        onRetry={() => {
          setFailureCode(null);
          setAttempt(attempt + 1);
        }}
      />
    );
  return (
    <div className="handoff" role="group" aria-label={label}>
      {url ? <QrCode text={url} label={`QR-код: ${label.toLowerCase()}`} /> : <div className="qr" />}
      <div>
        <p className="explanation">{children}</p>
        {url && (
          <CopyRow label="Ссылка" value={url}>
            {url.replace(/#.*/, '')}
          </CopyRow>
        )}
        <p className="help">Никому не показывайте этот код и эту ссылку.</p>
      </div>
    </div>
  );
}
