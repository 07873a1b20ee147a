/** What stands above every page and can come after it: one part to fetch. */
export { Demo } from './Demo.tsx';
export { MessageModal } from './MessageModal.tsx';
export { Yours } from '../claim/Yours.tsx';
