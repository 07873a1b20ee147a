import * as v from 'valibot';

/** The frame of one page of a list. */
export const pageFields = {
  /** Number on all pages. */
  count: v.number(),
  /** URL of the next page; null on the last one. */
  next: v.nullable(v.string()),
  /** URL of the previous page; null on the first one. */
  previous: v.nullable(v.string()),
};

/** The frame of a list that another backend may send without links. */
export const optionalPageFields = {
  ...pageFields,
  /** URL of the next page; null on the last one. */
  next: v.optional(pageFields.next),
  /** URL of the previous page; null on the first one. */
  previous: v.optional(pageFields.previous),
};
