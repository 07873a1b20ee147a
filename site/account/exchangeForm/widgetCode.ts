/** What a widget on this site needs if somebody is logged in, as one chunk. */
export { createAccountForm } from './createAccountForm.tsx';
export { repeatWithProof } from './repeatWithProof.ts';
