/** Font size step for an amount by its length, the value of `data-len`. Long amounts shrink and are never cut. */
export const getFontStep = (text: string) =>
  text.length > 12 ? 'xl' : text.length > 10 ? 'l' : text.length > 8 ? 'm' : undefined;
