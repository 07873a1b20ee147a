// The tag in JSX with a global JSX namespace, as in older React types:
// `/// <reference types="@razmen/exchange-widget/jsx" />`.
import type { ExchangeWidgetTag } from './tag.js';

declare global {
  namespace JSX {
    interface IntrinsicElements {
      'exchange-widget': ExchangeWidgetTag & {
        id?: string | undefined;
        class?: string | undefined;
        key?: string | number | null | undefined;
        ref?: unknown;
        style?: unknown;
        children?: unknown;
      };
    }
  }
}
