/** The note beside a saved card on its photo, in place of a claim's number. The operator sees the same id. */
export const formatCardCode = (verificationId: string): string =>
  `код ${verificationId.slice(0, 8).toUpperCase()}`;
