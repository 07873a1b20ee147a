/** Elements of every page that load after it, as one chunk. */
export { MessageModal } from '../messages/MessageModal.tsx';
export { ExchangeFacts } from '../about/ExchangeFacts.tsx';
export { UnfinishedClaimLink } from '../../claim/UnfinishedClaimLink.tsx';
export { UnfinishedClaimList } from '../../claim/UnfinishedClaimList.tsx';
