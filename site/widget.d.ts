import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { AttributeName, AttributeValue } from '#widget/attributes.ts';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** The widget; widget/attributes.ts describes its attributes. */
      'exchange-widget': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
        [Name in AttributeName]?: AttributeValue<Name>;
      };
    }
  }
}
