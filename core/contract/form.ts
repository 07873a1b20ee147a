import * as v from 'valibot';

/** An element of ready-made markup: its name, its attributes, and what is in it, text or elements. */
export type Tree = [string, Record<string, string>, ...(string | Tree)[]];

/** ext: the form's markup for the answer that it comes with, so that a page can draw it before any framework is there. */
export const Form = v.array(v.custom<Tree>(value => Array.isArray(value)));
