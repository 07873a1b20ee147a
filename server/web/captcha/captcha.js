// Runs in a frame of the widget, so that the embedding page's Content-Security-Policy need not allow the provider. Sends
// the result to that page by postMessage: {exchangeCaptcha: {state: 'ready' | 'open' | 'passed' | 'failed', token?}}.

/**
 * The part of reCAPTCHA's API that is used (developers.google.com/recaptcha/docs/display).
 * @typedef {{ ready: (call: () => void) => void, render: (id: string, options: object) => void }} Recaptcha
 */

const provider = document.querySelector('script')?.dataset.provider;
const statusElement = document.querySelector('p');
const theme = location.hash === '#dark' ? 'dark' : 'light';
// If the colour schemes of frame and page differ, the frame's background is opaque: a white box in a dark form.
document.documentElement.style.colorScheme = theme;

/**
 * Sends to any origin, since any page may embed the widget. A token is valid for one claim only.
 * @param {{ state: 'ready' | 'open' | 'passed' | 'failed', token?: string }} message
 */
const postState = message => parent.postMessage({ exchangeCaptcha: message }, '*');

/** @param {string} src */
const loadScript = src =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    Object.assign(script, { src, onload: resolve, onerror: reject });
    document.head.append(script);
  });

async function startCaptcha() {
  const response = await fetch('/api/v1/claim/captchacheck');
  if (!response.ok) throw new Error(`captchacheck: ${response.status}`);
  const { required, sitekey } = await response.json();
  if (!required) return postState({ state: 'passed', token: '' });
  await loadScript(`${provider}/recaptcha/api.js?render=explicit&hl=ru`);
  const { grecaptcha } = /** @type {typeof window & { grecaptcha: Recaptcha }} */ (window);
  await new Promise(resolve => grecaptcha.ready(() => resolve(null)));
  grecaptcha.render('captcha', {
    sitekey,
    theme,
    size: innerWidth < 304 ? 'compact' : 'normal',
    callback: (/** @type {string} */ token) => postState({ state: 'passed', token }),
    'error-callback': showFailure,
  });
  statusElement?.remove();
  postState({ state: 'ready' });
}

function showFailure() {
  if (statusElement) statusElement.textContent = 'Проверка не загрузилась';
  postState({ state: 'failed' });
}

// Focus in the provider's frame: it may now show an image challenge, which needs more space.
addEventListener('blur', () => {
  if (document.activeElement instanceof HTMLIFrameElement) postState({ state: 'open' });
});

startCaptcha().catch(showFailure);

// Makes TypeScript treat this file as a module.
// oxlint-disable-next-line unicorn/require-module-specifiers
export {};
