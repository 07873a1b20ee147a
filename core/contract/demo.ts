import * as v from 'valibot';

/** ext: of GET calculator/settings/, whether claims move by themselves and no money does. */
export const DemoSettings = v.object({ demo: v.optional(v.boolean()) });
