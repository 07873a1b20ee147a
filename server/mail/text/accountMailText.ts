import type { StoredLetter } from '../../accounts/accountMail.ts';
import type { ServerKeys } from '../../keys/serverKeys.ts';

/** What an e-mail about an account is composed from. */
export interface AccountMailFacts {
  letter: StoredLetter;
  /** The time of the event, milliseconds. */
  at: number;
  publicOrigin: string;
  /** The keys that the tokens of links are derived with. */
  keys: ServerKeys;
}

/** A paragraph of an e-mail about an account. Its lines are separated by \n. */
export interface MailParagraph {
  text: string;
  /** A second link, after the text. */
  url?: string;
}

/** The text of an e-mail about an account, in Russian, from which its two parts are rendered. */
export interface AccountMailText {
  subject: string;
  /** What the recipient does next, then the reason: what an inbox shows below the subject. */
  nextStep: string;
  /** A code to enter, which is not stored with the text. */
  code?: string;
  /** What the only button says, and where it leads to. */
  linkLabel: string;
  url: string;
  /** What follows the button. */
  details: readonly MailParagraph[];
  /** How to end letters of this kind: their last paragraph, which is not stored with the text. */
  unsubscribe?: Required<MailParagraph>;
}
