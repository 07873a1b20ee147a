import { useSignals } from '@preact/signals-react/runtime';
import type { WidgetContext } from '../widgetContext.ts';

/**
 * Opens the latest open claim of this browser. Renders nothing without one, and on the
 * exchange's own site, because its header has the link.
 */
export function UnfinishedClaimButton({ controller }: { controller: WidgetContext }) {
  useSignals();
  const claimModel = controller.claim.value;
  const latest = claimModel?.unfinishedClaims.value[0];
  if (!claimModel || !latest || controller.isExchangeSite) return null;
  return (
    <button className="button text" type="button" onClick={() => void claimModel.openClaim(latest.id)}>
      Открыть заявку № {latest.number}
    </button>
  );
}
