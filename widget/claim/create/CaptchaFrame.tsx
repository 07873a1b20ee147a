import { useEffect, useRef, useState } from 'react';

/** Time limit for the first message of the captcha page. */
const CAPTCHA_LOAD_TIMEOUT_MS = 20_000;

/** The exchange's captcha page in a frame, so that a partner's policy needs no host of the provider. */
export function CaptchaFrame({
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
      title="Проверка, что вы не робот"
      ref={iframeRef}
    />
  );
}
