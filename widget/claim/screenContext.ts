import type { ClaimModel } from '#core/claim/claimModel.ts';
import type { InteractionRef, WidgetContext } from '../widgetContext.ts';

/** Context that every screen of the claim receives. */
export interface ScreenContext {
  controller: WidgetContext;
  /** The model of the claim. */
  claimModel: ClaimModel;
  hasInteracted: InteractionRef;
}
