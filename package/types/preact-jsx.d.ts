// The tag in Preact's JSX: `/// <reference types="@razmen/exchange-widget/preact-jsx" />`.
import type { JSX } from 'preact';
import type { ExchangeWidgetElement } from './index.js';
import type { ExchangeWidgetTag } from './tag.js';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'exchange-widget': JSX.HTMLAttributes<ExchangeWidgetElement> & ExchangeWidgetTag<'on'>;
    }
  }
}
