import * as v from 'valibot';

/** ext: the part of GET calculator/settings/ that says whether this is a demo: claims advance without money. */
export const DemoSettings = v.object({ demo: v.optional(v.boolean()) });
