/** Elements of every page that load after it, as one chunk. */
export { MessageModal } from '../messages/MessageModal.tsx';
export { ExchangeFacts } from '../about/ExchangeFacts.tsx';
export { CreatedClaimOpener } from '../../claim/CreatedClaimOpener.tsx';
export { ReturnToClaimLink } from '../../claim/unfinished/ReturnToClaimLink.tsx';
export { UnfinishedClaimLink } from '../../claim/unfinished/UnfinishedClaimLink.tsx';
export { UnfinishedClaimList } from '../../claim/unfinished/UnfinishedClaimList.tsx';
