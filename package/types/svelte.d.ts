// The tag in Svelte's markup: `/// <reference types="@razmen/exchange-widget/svelte" />`.
import type { HTMLAttributes } from 'svelte/elements';
import type { ExchangeWidgetElement } from './index.js';
import type { ExchangeWidgetTag } from './tag.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'exchange-widget': HTMLAttributes<ExchangeWidgetElement> & ExchangeWidgetTag<'on'>;
  }
}
