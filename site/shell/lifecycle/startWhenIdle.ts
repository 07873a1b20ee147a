// The only script that a text page loads at first. Imports nothing: an import would load a chunk of the application.

/** Elements that do nothing, or not everything, without the application. */
const CONTROLS = 'button, input, summary';

/** The application's scripts and module preloads; inert until they are in the document. */
const application = document.querySelector<HTMLTemplateElement>('#application');

/** Starts the application. Later calls find the template empty. */
function startApplication(): void {
  if (application) document.head.append(application.content);
}

function startWhenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(startApplication, { timeout: 2_000 });
  else setTimeout(startApplication);
}

const hydration = new AbortController();
const untilHydration = { capture: true, signal: hydration.signal };
let pressedButton: HTMLElement | null = null;
let firstError: ErrorEvent | null = null;

function startForControl({ target }: Event): void {
  if (target instanceof Element && target.closest(CONTROLS)) startApplication();
}

/** Keeps a click on a button, or the submission of its form, until the application handles it. */
function keepClick(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('#root button') : null;
  if (!button) return;
  event.preventDefault();
  // React would handle the click as well, if it hydrates the page just now.
  event.stopPropagation();
  pressedButton = button;
  startApplication();
}

document.addEventListener('pointerdown', startForControl, untilHydration);
document.addEventListener('focusin', startForControl, untilHydration);
document.addEventListener('click', keepClick, untilHydration);
// Not captured: those of elements that fail to load are none of the code.
addEventListener('error', event => (firstError ??= event), { signal: hydration.signal });
// Layout.tsx dispatches it.
document.addEventListener(
  'site-hydrated',
  () => {
    hydration.abort();
    pressedButton?.click();
    // errorReporting.ts handles it.
    if (firstError) dispatchEvent(new ErrorEvent('error', firstError));
  },
  { once: true },
);

// A fragment can name a question or a claim. A cookie that scripts can read can mark a login.
if (/[?&]r(?:ef|id)=/.test(location.search) || location.hash || document.cookie) startApplication();
else if (document.readyState === 'complete') startWhenIdle();
else addEventListener('load', startWhenIdle, { once: true });
