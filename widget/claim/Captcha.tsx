import { useEffect, useRef, useState } from 'react';
import { Note } from '../form/Notes.tsx';
import { paths } from '../Icon.tsx';
import { Head, Steps } from './Head.tsx';
import { Support } from './Support.tsx';
import type { Stage } from './stage.ts';

/** What the captcha's page says, milliseconds at most until it says that it is there. */
const PATIENCE = 20_000;

/** `again`: the last answer did not count. */
export function Captcha({ stage: { life, claim, acted }, again }: { stage: Stage; again: boolean }) {
  const [tries, setTries] = useState(0);
  const [lost, setLost] = useState(false);
  const retry = () => {
    setLost(false);
    setTries(tries + 1);
  };
  return (
    <section className="x" part="panel" aria-label="Проверка, что вы не робот">
      <Head
        title="Подтвердите, что вы не&nbsp;робот"
        sub={again ? 'Прошлая проверка не\u00a0засчитана' : 'После этого создадим заявку'}
        acted={acted}
        onBack={() => claim.back()}
      />
      <Steps at={2} />
      {lost ? (
        <Lost stage={{ life, claim, acted }} onRetry={retry} />
      ) : (
        <Frame
          key={tries}
          base={life.base}
          onPassed={token => void claim.prove(token)}
          onLost={() => setLost(true)}
        />
      )}
    </section>
  );
}

/** The captcha's page of the exchange, in a frame: the partner's policy needs no host of the provider. */
function Frame({
  base,
  onPassed,
  onLost,
}: {
  base: string;
  onPassed: (token: string) => void;
  onLost: () => void;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const heard = useRef({ onPassed, onLost });
  const [wide, setWide] = useState(false);
  useEffect(() => {
    heard.current = { onPassed, onLost };
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const patience = setTimeout(() => heard.current.onLost(), PATIENCE);
    const said = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== base || !source || source !== frame.current?.contentWindow) return;
      const { state, token } =
        (data as { exchangeCaptcha?: { state?: unknown; token?: unknown } } | null)?.exchangeCaptcha ?? {};
      if (state === 'ready') clearTimeout(patience);
      else if (state === 'open') setWide(true);
      else if (state === 'failed') heard.current.onLost();
      else if (state === 'passed' && typeof token === 'string') heard.current.onPassed(token);
    };
    // The page around may allow no frame of ours.
    const refused = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (/^(frame|child|default)-src$/.test(effectiveDirective) && blockedURI.startsWith(base))
        heard.current.onLost();
    };
    window.addEventListener('message', said, { signal });
    document.addEventListener('securitypolicyviolation', refused, { signal });
    const element = frame.current;
    if (element) {
      const dark = getComputedStyle(element).colorScheme.includes('dark');
      element.src = `${base}/captcha${dark ? '#dark' : ''}`;
    }
    return () => {
      clearTimeout(patience);
      listening.abort();
    };
  }, [base]);
  // Our own page, and the provider's scripts on it need their origin: a sandbox that allows both holds nothing back.
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe className={wide ? 'proof wide' : 'proof'} title="Проверка, что вы не&nbsp;робот" ref={frame} />
  );
}

/** The captcha cannot be shown here: once more, or on the exchange's own site. */
function Lost({ stage: { life }, onRetry }: { stage: Stage; onRetry: () => void }) {
  const { exchange } = life;
  const [from, to] = [exchange.from.peek()?.code ?? '', exchange.to.peek()?.code ?? ''];
  const wanted = new URLSearchParams({ cur_from: from, cur_to: to, amount: exchange.text.from.peek() });
  return (
    <>
      <Note kind="e" icon={paths.alert} role="alert">
        Проверка не&nbsp;загрузилась. Её могла закрыть сеть{life.home ? '' : ' или эта страница'}.
      </Note>
      <button className="btn" part="button" type="button" onClick={onRetry}>
        Повторить
      </button>
      {!life.home && (
        <a className="btn txt" href={`${life.base}/?${wanted}`} target="_blank" rel="noopener">
          Обменять на&nbsp;сайте обменника
        </a>
      )}
      <Support life={life} />
    </>
  );
}
