import * as v from 'valibot';

/** An element of ready-made markup: its name, its attributes, and what is in it, text or elements. */
export type MarkupTree = [string, Record<string, string>, ...(string | MarkupTree)[]];

/** ext: the form's markup for the answer that it comes with, so that a page can draw it before any framework is there. */
export const FormMarkup = v.array(v.custom<MarkupTree>(value => Array.isArray(value)));
