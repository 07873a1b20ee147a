import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { AttributeName, WIDGET_ATTRIBUTES } from '#widget/attributes.ts';

type AttributeValue<Name extends AttributeName> = (typeof WIDGET_ATTRIBUTES)[Name] extends {
  values: readonly (infer Value)[];
}
  ? Value
  : string;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** The widget; the doc block in widget/element.ts describes its attributes. */
      'exchange-widget': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
        [Name in AttributeName]?: AttributeValue<Name>;
      };
    }
  }
}
