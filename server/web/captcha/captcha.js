// Shown in a frame of the widget, whose page then needs no word of the provider in its policy. The answer goes to that
// page by postMessage: {exchangeCaptcha: {state: 'ready' | 'open' | 'passed' | 'failed', token?}}.

/**
 * What of reCAPTCHA is used (developers.google.com/recaptcha/docs/display).
 * @typedef {{ ready: (call: () => void) => void, render: (id: string, options: object) => void }} Recaptcha
 */

const provider = document.querySelector('script')?.dataset.provider;
const statusElement = document.querySelector('p');
const theme = location.hash === '#dark' ? 'dark' : 'light';
// A frame of another scheme than its page's would be a white box in a dark form.
document.documentElement.style.colorScheme = theme;

/**
 * Whoever holds the widget may hear it: an answer is good for one claim, and for nothing else.
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

// Whoever goes into the provider's own frame may get pictures to choose from.
addEventListener('blur', () => {
  if (document.activeElement instanceof HTMLIFrameElement) postState({ state: 'open' });
});

startCaptcha().catch(showFailure);

// A module to the compiler, too.
// oxlint-disable-next-line unicorn/require-module-specifiers
export {};
