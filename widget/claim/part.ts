/** The claim as one part to fetch: its model and what it is drawn with. */
export { create } from '#core/claim/claim.ts';
export { identify } from '#core/claim/tab.ts';
export { Flow } from './Flow.tsx';
