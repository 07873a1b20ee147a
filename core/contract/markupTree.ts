import * as v from 'valibot';

/** A prerendered element: name, attributes, then child texts and elements. */
export type MarkupTree = [string, Record<string, string>, ...(string | MarkupTree)[]];

/** ext: the prerendered form of a settings response, so that a page can show it before React loads. */
export const FormMarkup = v.array(v.custom<MarkupTree>(value => Array.isArray(value)));
