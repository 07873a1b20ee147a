import type { ScreenContext } from '../screenContext.ts';
import { ConnectionLost } from './ConnectionLost.tsx';
import { StepHeader } from './StepHeader.tsx';
import { SupportLink } from './SupportLink.tsx';

/** Loading screen of a claim or of its chunk. */
export function OpeningScreen({
  isConnectionLost,
  context,
}: {
  isConnectionLost: boolean;
  context: ScreenContext;
}) {
  return (
    <section className="panel" part="panel" aria-label="Заявка" aria-busy={!isConnectionLost}>
      <StepHeader title="Открываем заявку" hasInteracted={context.hasInteracted} />
      {isConnectionLost ? (
        <ConnectionLost />
      ) : (
        <>
          <span className="skeleton block" />
          <span className="skeleton block" />
        </>
      )}
      <SupportLink controller={context.controller} />
    </section>
  );
}
