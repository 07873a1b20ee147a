/** The characters that an extended key may have. Addresses are shorter. */
const KEY_TEXT = /^[1-9A-HJ-NP-Za-km-z]{100,120}$/;

/** Whether a text looks like an extended key, also one that is mistyped or private. */
export const looksLikeExtendedKey = (text: string): boolean => KEY_TEXT.test(text.trim());
