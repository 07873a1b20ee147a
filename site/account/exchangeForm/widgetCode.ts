/** Code of a widget on this site for a logged-in visitor, as one chunk. */
export { createAccountForm } from './createAccountForm.tsx';
export { repeatWithProof } from './repeatWithProof.ts';
