/// <reference types="@razmen/exchange-widget/svelte" />
import type { SvelteHTMLElements } from 'svelte/elements';

type Props = SvelteHTMLElements['exchange-widget'];
export const valid: Props = {
  cur_from: 'BTC',
  class: 'aside',
  'onexchange-change': event => event.detail.course,
};
// @ts-expect-error no such theme
export const invalid: Props = { theme: 'blue' };
