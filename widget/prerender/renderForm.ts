import type { CalculatorSettings } from '#core/contract/calculator.ts';
import type { MarkupTree } from '#core/contract/markupTree.ts';
import styles from '../styles/widget.css?inline';
import { adoptStyleSheet, createStyleSheet } from '../styles/styleSheet.ts';
import { registerPrerenderedForm } from './prerenderedForm.ts';
import { hasSavedState } from './savedState.ts';

/** The widget's own look, one for all widgets of the page. */
export const widgetStyleSheet = createStyleSheet(styles);

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

/** Node by node and never as text: no page's policy has to allow it. */
function createElementFromTree(
  [tag, attributes, ...children]: MarkupTree,
  parentNamespace: string = HTML_NAMESPACE,
): Element {
  const namespace = tag === 'svg' ? SVG_NAMESPACE : parentNamespace;
  const created = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(
    ...children.map(child => (typeof child === 'string' ? child : createElementFromTree(child, namespace))),
  );
  return created;
}

/** The place that React draws into: never the shadow root itself, which also holds what is not React's. */
export function ensureMountPoint(root: ParentNode): HTMLElement {
  const found = root.querySelector<HTMLElement>('.exchange');
  if (found) return found;
  const created = document.createElement('div');
  created.className = 'exchange';
  root.append(created);
  return created;
}

/** What the loader asked for an element, before the element could. */
interface PrefetchedSettings {
  /** Its parameters are the element's attributes, and `form`, the build that it asked the markup of. */
  url: string;
  response: Promise<Response>;
  /** What it says, once it is read for the first form. */
  parsed?: Promise<CalculatorSettings & { form?: MarkupTree[] }>;
}

const prefetchedByElement = new WeakMap<Element, PrefetchedSettings>();

/** The page's own fetch, but the first answer for that element is the one that the loader has asked for already. */
export function createPrefetchedFetch(
  element: Element,
): (url: string, init: RequestInit) => Promise<Response> {
  return (url, init) => {
    const prefetched = prefetchedByElement.get(element);
    prefetchedByElement.delete(element);
    if (!prefetched?.url.startsWith(`${url}&`)) return fetch(url, init);
    const { signal } = init;
    // Whoever asks does not wait longer than for an own call.
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    );
    const { response, parsed } = prefetched;
    return Promise.race([parsed ? parsed.then(settings => Response.json(settings)) : response, aborted]);
  };
}

/** Draws the form of the loader's answer, unless the element is there already or keeps something else to show. */
export async function renderForm(
  element: HTMLElement,
  url: string,
  response: Promise<Response>,
): Promise<void> {
  const prefetched: PrefetchedSettings = { url, response };
  const { origin: base, searchParams } = new URL(url);
  prefetchedByElement.set(element, prefetched);
  const settledResponse = await response;
  if (!settledResponse.ok || element.shadowRoot || hasSavedState(element, base)) return;
  prefetched.parsed = settledResponse.json() as Promise<CalculatorSettings & { form?: MarkupTree[] }>;
  const settings = await prefetched.parsed;
  if (!settings.form || element.shadowRoot) return;
  const root = element.attachShadow({ mode: 'open' });
  adoptStyleSheet(root, widgetStyleSheet);
  const mountPoint = ensureMountPoint(root);
  mountPoint.append(...settings.form.map(tree => createElementFromTree(tree)));
  // They lead to the exchange, wherever the page is.
  for (const link of mountPoint.querySelectorAll('a')) link.href = base + link.getAttribute('href');
  // It has been read: the next time the same is asked for, it is old.
  prefetchedByElement.delete(element);
  const { form: buildId = '', ...attributes } = Object.fromEntries(
    [...searchParams].filter(([, value]) => value !== ''),
  );
  registerPrerenderedForm(element, mountPoint, { base, buildId, settings, attributes });
}
