/** What a photo of a saved card shows beside it, instead of the number of a claim: the operator sees the same id. */
export const formatCardCode = (verificationId: string): string =>
  `код ${verificationId.slice(0, 8).toUpperCase()}`;
