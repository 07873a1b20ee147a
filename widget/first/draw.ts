import type { Settings } from '#core/contract/calculator.ts';
import type { Tree } from '#core/contract/form.ts';
import styles from '../exchange.css?inline';
import { adopt, sheet } from '../sheet.ts';
import * as firsts from './first.ts';
import type { Asked } from './first.ts';
import { kept } from './kept.ts';

/** The widget's own look, one for all widgets of the page. */
export const own = sheet(styles);

const SVG = 'http://www.w3.org/2000/svg';
const HTML = 'http://www.w3.org/1999/xhtml';

/** Node by node and never as text: no page's policy has to allow it. */
function grow([tag, attributes, ...inside]: Tree, parent: string = HTML): Element {
  const space = tag === 'svg' ? SVG : parent;
  const made = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside.map(one => (typeof one === 'string' ? one : grow(one, space))));
  return made;
}

/** The place that React draws into: never the shadow root itself, which also holds what is not React's. */
export function place(root: ParentNode): HTMLElement {
  const found = root.querySelector<HTMLElement>('.exchange');
  if (found) return found;
  const made = document.createElement('div');
  made.className = 'exchange';
  root.append(made);
  return made;
}

/** What the loader asked for an element, before the element could. */
interface Asking {
  element: HTMLElement;
  /** Its parameter `form` is the build that it asked the markup of. */
  address: string;
  asked: Asked;
  response: Promise<Response>;
  /** What it says, once it is read for the first form. */
  read?: Promise<Settings & { form?: Tree[] }>;
}

const askings = new WeakMap<Element, Asking>();

/** The page's own fetch, but the first answer for that element is the one that the loader has asked for already. */
export function fetches(element: Element): (url: string, init: RequestInit) => Promise<Response> {
  return (url, init) => {
    const asking = askings.get(element);
    askings.delete(element);
    if (!asking?.address.startsWith(`${url}&`)) return fetch(url, init);
    const { signal } = init;
    // Whoever asks does not wait longer than for an own call.
    const given = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    );
    const { response, read } = asking;
    return Promise.race([read ? read.then(settings => Response.json(settings)) : response, given]);
  };
}

/** Draws the form of the loader's answer, unless the element is there already or keeps something else to show. */
export async function draw(asking: Asking): Promise<void> {
  const { element, address, asked, response } = asking;
  const { origin: base, searchParams } = new URL(address);
  askings.set(element, asking);
  const answer = await response;
  if (!answer.ok || element.shadowRoot || kept(element, base)) return;
  asking.read = answer.json() as Promise<Settings & { form?: Tree[] }>;
  const settings = await asking.read;
  if (!settings.form || element.shadowRoot) return;
  const root = element.attachShadow({ mode: 'open' });
  adopt(root, own);
  const made = place(root);
  made.append(...settings.form.map(one => grow(one)));
  // They lead to the exchange, wherever the page is.
  for (const link of made.querySelectorAll('a')) link.href = base + link.getAttribute('href');
  // It has been read: the next time the same is asked for, it is old.
  askings.delete(element);
  firsts.begin(element, made, { base, form: searchParams.get('form') ?? '', settings, asked });
}
