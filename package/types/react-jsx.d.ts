// The tag in JSX, for the types of React 18 and later: `/// <reference types="@razmen/exchange-widget/react-jsx" />`.
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
