import * as v from 'valibot';

/** Creates the schema of a text that must not be empty, without spaces around it. `maxLength`: in characters. */
export const createRequiredText = (maxLength = 200) =>
  v.pipe(v.string(), v.trim(), v.minLength(1, 'empty'), v.maxLength(maxLength, 'too_long'));
