import { useEffect, useRef, useState } from 'react';
import { Notice } from '../../form/FormNotices.tsx';
import { ICON_PATHS } from '../../icons/Icon.tsx';
import { StepHeader, StepProgress } from '../elements/StepHeader.tsx';
import { SupportLink } from '../elements/SupportLink.tsx';
import type { ScreenContext } from '../screenContext.ts';

/** Time limit for the first message of the captcha page. */
const CAPTCHA_LOAD_TIMEOUT_MS = 20_000;

/** The captcha step. `isRepeated` if the previous token was rejected. */
export function CaptchaScreen({
  context: { controller, claimModel, hasInteracted },
  isRepeated,
}: {
  context: ScreenContext;
  isRepeated: boolean;
}) {
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const retry = () => {
    setHasFailed(false);
    setAttempt(attempt + 1);
  };
  return (
    <section className="panel" part="panel" aria-label="Проверка, что вы не робот">
      <StepHeader
        title="Подтвердите, что вы не&nbsp;робот"
        subtitle={isRepeated ? 'Прошлая проверка не\u00a0засчитана' : 'После этого создадим заявку'}
        hasInteracted={hasInteracted}
        onBack={() => claimModel.goBack()}
      />
      <StepProgress current={2} />
      {hasFailed ? (
        <CaptchaUnavailable context={{ controller, claimModel, hasInteracted }} onRetry={retry} />
      ) : (
        <CaptchaFrame
          key={attempt}
          serverOrigin={controller.base}
          onPassed={token => void claimModel.submitCaptcha(token)}
          onFailed={() => setHasFailed(true)}
        />
      )}
    </section>
  );
}

/** The exchange's captcha page in a frame, so that a partner's policy needs no host of the provider. */
function CaptchaFrame({
  serverOrigin,
  onPassed,
  onFailed,
}: {
  serverOrigin: string;
  onPassed: (token: string) => void;
  onFailed: () => void;
}) {
  const iframeRef = useRef<HTMLIFrameElement>(null);
  const callbacks = useRef({ onPassed, onLost: onFailed });
  const [isExpanded, setIsExpanded] = useState(false);
  useEffect(() => {
    callbacks.current = { onPassed, onLost: onFailed };
  });
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const loadTimer = setTimeout(() => callbacks.current.onLost(), CAPTCHA_LOAD_TIMEOUT_MS);
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== serverOrigin || !source || source !== iframeRef.current?.contentWindow) return;
      const { state, token } =
        (data as { exchangeCaptcha?: { state?: unknown; token?: unknown } } | null)?.exchangeCaptcha ?? {};
      if (state === 'ready') clearTimeout(loadTimer);
      else if (state === 'open') setIsExpanded(true);
      else if (state === 'failed') callbacks.current.onLost();
      else if (state === 'passed' && typeof token === 'string') callbacks.current.onPassed(token);
    };
    // The host page's policy may block the frame.
    const onPolicyViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (/^(frame|child|default)-src$/.test(effectiveDirective) && blockedURI.startsWith(serverOrigin))
        callbacks.current.onLost();
    };
    window.addEventListener('message', onMessage, { signal });
    document.addEventListener('securitypolicyviolation', onPolicyViolation, { signal });
    const element = iframeRef.current;
    if (element) {
      const isDark = getComputedStyle(element).colorScheme.includes('dark');
      element.src = `${serverOrigin}/captcha${isDark ? '#dark' : ''}`;
    }
    return () => {
      clearTimeout(loadTimer);
      listeners.abort();
    };
  }, [serverOrigin]);
  // The frame is our own page and needs scripts and its origin. A sandbox that allows both has no effect.
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      className={isExpanded ? 'captcha wide' : 'captcha'}
      title="Проверка, что вы не&nbsp;робот"
      ref={iframeRef}
    />
  );
}

/** The captcha cannot be shown: offers a retry, or the exchange's own site. */
function CaptchaUnavailable({
  context: { controller },
  onRetry,
}: {
  context: ScreenContext;
  onRetry: () => void;
}) {
  const { exchange } = controller;
  const [from, to] = [exchange.from.peek()?.code ?? '', exchange.to.peek()?.code ?? ''];
  const query = new URLSearchParams({ cur_from: from, cur_to: to, amount: exchange.amountText.from.peek() });
  return (
    <>
      <Notice kind="error" icon={ICON_PATHS.alert} role="alert">
        Проверка не&nbsp;загрузилась. Её могла закрыть сеть
        {controller.isExchangeSite ? '' : ' или эта страница'}.
      </Notice>
      <button className="button" part="button" type="button" onClick={onRetry}>
        Повторить
      </button>
      {!controller.isExchangeSite && (
        <a className="button text" href={`${controller.base}/?${query}`} target="_blank" rel="noopener">
          Обменять на&nbsp;сайте обменника
        </a>
      )}
      <SupportLink controller={controller} />
    </>
  );
}
