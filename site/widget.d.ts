import type { DetailedHTMLProps, HTMLAttributes } from 'react';

/** Attributes of `<exchange-widget>`, named as in the addresses that people share. */
interface ExchangeWidgetAttributes extends HTMLAttributes<HTMLElement> {
  cur_from?: string | undefined;
  cur_to?: string | undefined;
  amount?: string | undefined;
  city?: string | undefined;
  /** The referral. */
  rid?: string | undefined;
  theme?: 'light' | 'dark' | 'auto';
  api?: string | undefined;
  claim?: string | undefined;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'exchange-widget': DetailedHTMLProps<ExchangeWidgetAttributes, HTMLElement>;
    }
  }
}
