/** The part of an e-mail that depends on the claim's status. */
export interface ClaimEmailText {
  /** The status in a few words, without a capital letter and a full stop. It completes the subject. */
  headline: string;
  /** The next step of the client, then the reason. The e-mail begins with it. */
  nextStep: string;
  /** The amounts, one line each. They follow the link to the claim. */
  amounts: readonly string[];
  /** The subject of the next e-mail. */
  outlook?: string;
}
