/** Parts of the form loaded on the first interaction or error: messages, notices and announcements. */
export { formatMessage } from '#core/messages.ts';
export { AmountsAnnouncement } from '../form/AmountsAnnouncement.tsx';
export { UnfinishedClaimButton } from '../form/UnfinishedClaimButton.tsx';
export { ReplacedNotice } from '../form/ReplacedNotice.tsx';
