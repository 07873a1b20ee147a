/** What the form can do without until it is touched or something is wrong: all sentences, and what it says aloud. */
export { formatMessage } from '#core/messages.ts';
export { AmountsAnnouncement } from '../form/AmountsAnnouncement.tsx';
export { ReplacedNotice } from '../form/ReplacedNotice.tsx';
