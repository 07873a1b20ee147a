import { STEPS } from '#core/claim/status.ts';
import type { Status } from '#core/claim/status.ts';
import type { ClaimPhase } from '#core/claim/model.ts';
import { Note } from '../form/Notes.tsx';
import { paths } from '../Icon.tsx';
import { Head } from './Head.tsx';
import { Lost } from './Lost.tsx';
import { next } from './next.ts';
import { Support } from './Support.tsx';
import type { Stage } from './stage.ts';

/** Statuses whose next step only the one who made the claim can see. */
const unpaid: readonly Status[] = ['new', 'verification', 'requisites', 'waiting'];

/** A claim opened without its secret: its status is all that may be told. */
export function Locked({ phase, stage }: { phase: Extract<ClaimPhase, { phase: 'locked' }>; stage: Stage }) {
  return (
    <section className="x" part="panel" aria-label="Статус заявки">
      <Head title={STEPS[phase.status].label} acted={stage.acted} />
      <p className="told" role="status">
        {unpaid.includes(phase.status) ? 'Заявка ещё не\u00a0оплачена.' : next[phase.status]}
      </p>
      <Note icon={paths.shield}>
        Суммы и&nbsp;реквизиты видны в&nbsp;браузере, где заявку создали, и&nbsp;по&nbsp;её полной ссылке.
      </Note>
      {phase.connection === 'lost' && <Lost />}
      <button className="btn" part="button" type="button" onClick={() => stage.claim.forget()}>
        Новый обмен
      </button>
      <Support life={stage.life} />
    </section>
  );
}
