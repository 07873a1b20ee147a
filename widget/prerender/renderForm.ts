import type { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import type { MarkupTree } from '#core/contract/markupTree.ts';
import styles from '../styles/widget.css?inline';
import { adoptStyleSheet, createStyleSheet } from '../styles/styleSheet.ts';
import { registerPrerenderedForm } from './prerenderedForm.ts';
import { hasSavedState } from './savedState.ts';

/** The widget's style sheet, shared by all widgets of the page. */
export const widgetStyleSheet = createStyleSheet(styles);

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

/**
 * Creates nodes one by one instead of parsing HTML, so Trusted Types need no policy. Links are relative to `base`, not to
 * the host page.
 */
function createElementFromTree(
  [tag, attributes, ...children]: MarkupTree,
  base: string,
  parentNamespace: string = HTML_NAMESPACE,
): Element {
  const namespace = tag === 'svg' ? SVG_NAMESPACE : parentNamespace;
  const created = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes))
    created.setAttribute(name, name === 'href' ? base + value : value);
  for (const child of children)
    created.append(typeof child === 'string' ? child : createElementFromTree(child, base, namespace));
  return created;
}

/** Returns React's container, created if missing. Not the shadow root itself, which also holds other nodes. */
export function ensureMountPoint(root: ParentNode): HTMLElement {
  const found = root.querySelector<HTMLElement>('.exchange');
  if (found) return found;
  const created = document.createElement('div');
  created.className = 'exchange';
  const preferredWidth = document.createElement('canvas');
  preferredWidth.className = 'preferred-width';
  root.append(created, preferredWidth);
  return created;
}

/** A response of the settings request; that of a preloaded pair is no Response. */
export type SettingsResponse = Pick<Response, 'ok' | 'json'>;

/** A settings request that the loader made for an element. */
interface PrefetchedSettings {
  /** Its parameters are the element's attributes, and `form`, the build that renders the markup. */
  url: string;
  response: Promise<SettingsResponse>;
  /** The parsed body, once it is read for the first form. */
  parsed?: Promise<CalculatorSettings & { form?: MarkupTree[] }>;
}

/** The element's property for its request. The key is global, because the loader's script may contain this module. */
const REQUEST_PROPERTY = Symbol.for('exchange-widget.prefetchedSettings');

type PrefetchedElement = Element & { [REQUEST_PROPERTY]?: PrefetchedSettings | undefined };

/** Creates a fetch that serves the element's first matching request from the loader's response. */
export function createPrefetchedFetch(
  element: PrefetchedElement,
): (url: string, init: RequestInit) => Promise<Response> {
  return (url, init) => {
    const prefetched = element[REQUEST_PROPERTY];
    delete element[REQUEST_PROPERTY];
    if (!prefetched?.url.startsWith(`${url}&`)) return fetch(url, init);
    const { signal } = init;
    // The caller's timeout applies to the prefetched response, too.
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    );
    const { response, parsed } = prefetched;
    const answer = parsed
      ? parsed.then(settings => Response.json(settings))
      : (response as Promise<Response>);
    return Promise.race([answer, aborted]);
  };
}

/** Renders the form from the loader's response, unless the element has a shadow root or saved state. */
export async function renderForm(
  element: HTMLElement & PrefetchedElement,
  url: string,
  response: Promise<SettingsResponse>,
): Promise<void> {
  const prefetched: PrefetchedSettings = { url, response };
  const { origin: base, searchParams } = new URL(url);
  element[REQUEST_PROPERTY] = prefetched;
  const settledResponse = await response;
  // The element is defined already if the response was slow: its model reads the body.
  if (!settledResponse.ok || element.shadowRoot) return;
  prefetched.parsed = settledResponse.json() as Promise<CalculatorSettings & { form?: MarkupTree[] }>;
  const settings = await prefetched.parsed;
  if (!settings.form || element.shadowRoot || hasSavedState(element, base)) return;
  const root = element.attachShadow({ mode: 'open' });
  adoptStyleSheet(root, widgetStyleSheet);
  const mountPoint = ensureMountPoint(root);
  mountPoint.append(...settings.form.map(tree => createElementFromTree(tree, base)));
  // A later request must not get this response, which is outdated by then.
  delete element[REQUEST_PROPERTY];
  const { form: buildId = '', ...attributes } = Object.fromEntries(
    [...searchParams].filter(([, value]) => value !== ''),
  );
  registerPrerenderedForm(element, mountPoint, { base, buildId, settings, attributes });
}
