import type { Claim } from '#core/claim/model.ts';
import type { Acted } from '../Exchange.tsx';
import type { Life } from '../life.ts';

/** What every screen of the claim has to do with. */
export interface Stage {
  life: Life;
  /** The claim's model. */
  claim: Claim;
  acted: Acted;
}
