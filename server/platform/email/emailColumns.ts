import { getMailbox } from './mailboxes.ts';

/** The columns of a new e-mail, apart from its cause. Its content is composed at delivery. */
export const buildEmailColumns = (recipient: string, at: bigint) => ({
  recipient,
  mailbox: getMailbox(recipient),
  subject: '',
  text: '',
  attempts: 0n,
  next_at: at,
  sent_at: null,
  dead_at: null,
  at,
});
