import type { StoredAccountEmail } from '#server/accounts/accountEmail.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';

/** Data of an e-mail about an account. */
export interface AccountEmailFacts {
  message: StoredAccountEmail;
  /** The time of the event, milliseconds. */
  at: number;
  publicOrigin: string;
  /** The keys that the tokens of links are derived with. */
  keys: ServerKeys;
}

/** A paragraph of an e-mail about an account with a second link after its text. */
export interface LinkedParagraph {
  text: string;
  url: string;
}

/** The text of an e-mail about an account, in Russian, from which its two parts are rendered. */
export interface AccountEmailText {
  subject: string;
  /** The next step of the recipient, then the reason: the preview below the subject in an inbox. */
  nextStep: string;
  /** A code to enter, which is not stored with the text. */
  code?: string;
  /** Label of the only button, and the address that it opens. */
  linkLabel: string;
  url: string;
  /** Paragraphs after the button. Their lines are separated by \n. */
  details: readonly (string | LinkedParagraph)[];
  /** Unsubscription from e-mails of this kind: their last paragraph, which is not stored with the text. */
  unsubscribe?: LinkedParagraph;
}
