// The tag in JSX, for React 18 types and newer: `/// <reference types="@razmen/exchange-widget/react-jsx" />`.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ExchangeWidgetElement } from './index.js';
import type { ExchangeWidgetTag } from './tag.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'exchange-widget': DetailedHTMLProps<HTMLAttributes<ExchangeWidgetElement>, ExchangeWidgetElement> &
        ExchangeWidgetTag<'on'> & { class?: string | undefined };
    }
  }
}
