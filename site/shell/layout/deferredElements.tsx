/** What stands above every page and can come after it: one part to fetch. */
export { DemoBanner } from './DemoBanner.tsx';
export { MessageModal } from '../messages/MessageModal.tsx';
export { UnfinishedClaimLink } from '../../claim/UnfinishedClaimLink.tsx';
