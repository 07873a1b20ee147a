import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { code as codeOf } from '#core/api/error.ts';
import { Copy } from './Copy.tsx';
import { Qr } from './Qr.tsx';
import { Unanswered } from './Unanswered.tsx';

/** An address as a code for a phone's camera and as a link. `get` asks for it, and rejects with ApiError. */
export function Phone({
  get,
  name,
  children,
}: {
  get: () => Promise<string | null>;
  name: string;
  children: ReactNode;
}) {
  // The caller's own arrow is another one at each drawing.
  const [fetch] = useState(() => get);
  const [url, setUrl] = useState<string | null>(null);
  const [failed, fail] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    fetch().then(
      found => wanted && (found === null ? fail('not_found') : setUrl(found)),
      (error: unknown) => wanted && fail(codeOf(error)),
    );
    return () => {
      wanted = false;
    };
  }, [fetch, tries]);
  if (failed !== null)
    return (
      <Unanswered
        code={failed}
        again={() => {
          fail(null);
          setTries(tries + 1);
        }}
      />
    );
  return (
    <div className="phone" role="group" aria-label={name}>
      {url ? <Qr text={url} label={`QR-код: ${name.toLowerCase()}`} /> : <div className="qr" />}
      <div>
        <p className="told">{children}</p>
        {url && (
          <Copy name="Ссылка" value={url}>
            {url.replace(/#.*/, '')}
          </Copy>
        )}
        <p className="help">Никому не&nbsp;показывайте этот код и&nbsp;эту ссылку.</p>
      </div>
    </div>
  );
}
