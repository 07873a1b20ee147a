import type { DetailedHTMLProps, HTMLAttributes } from 'react';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** The partners' element; its attributes are documented in widget/element.ts. */
      'exchange-widget': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
        cur_from?: string;
        cur_to?: string;
        amount?: string;
        city?: string;
        rid?: string;
        theme?: 'light' | 'dark' | 'auto';
        api?: string;
        claim?: string;
      };
    }
  }
}
