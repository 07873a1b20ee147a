import type { ClaimModel } from '#core/claim/claimModel.ts';
import type { InteractionRef } from '../WidgetRoot.tsx';
import type { WidgetController } from '../controller.ts';

/** Context that every screen of the claim receives. */
export interface ScreenContext {
  controller: WidgetController;
  /** The model of the claim. */
  claimModel: ClaimModel;
  hasInteracted: InteractionRef;
}
