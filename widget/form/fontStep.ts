/** Length of a sum → the step of its size, `data-len`; a sum is never cut. */
export const getFontStep = (text: string) =>
  text.length > 12 ? 'xl' : text.length > 10 ? 'l' : text.length > 8 ? 'm' : undefined;
