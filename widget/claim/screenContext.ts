import type { ClaimModel } from '#core/claim/claimModel.ts';
import type { InteractionRef } from '../WidgetRoot.tsx';
import type { WidgetController } from '../controller.ts';

/** What every screen of the claim has to do with. */
export interface ScreenContext {
  controller: WidgetController;
  /** The claim's model. */
  claimModel: ClaimModel;
  hasInteracted: InteractionRef;
}
