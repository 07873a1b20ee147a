import { useSignals } from '@preact/signals-react/runtime';
import { STEPS } from '#core/claim/status.ts';
import type { Status } from '#core/claim/status.ts';
import type { ClaimPhase } from '#core/claim/model.ts';
import { show } from '#core/exchange/amount.ts';
import { message } from '#core/messages.ts';
import { withUnit } from '../figures.ts';
import { Note } from '../form/Notes.tsx';
import { paths } from '../Icon.tsx';
import { Head } from './Head.tsx';
import { next } from './next.ts';
import { Lost } from './Progress.tsx';
import { Support } from './Support.tsx';
import type { Stage } from './stage.ts';

type Of<Name extends ClaimPhase['phase']> = Extract<ClaimPhase, { phase: Name }>;

/** A claim that is on its way from the server. */
export function Opening({ phase, stage }: { phase: Of<'opening'>; stage: Stage }) {
  return (
    <section className="x" part="panel" aria-label="Заявка" aria-busy={phase.connection === 'live'}>
      <Head title="Открываем заявку" acted={stage.acted} />
      {phase.connection === 'lost' ? (
        <Lost />
      ) : (
        <>
          <span className="sk b" />
          <span className="sk b" />
        </>
      )}
      <Support life={stage.life} />
    </section>
  );
}

/** Statuses whose next step only the one who made the claim can see. */
const unpaid: readonly Status[] = ['new', 'verification', 'requisites', 'waiting'];

/** A claim opened without its secret: its status is all that may be told. */
export function Locked({ phase, stage }: { phase: Of<'locked'>; stage: Stage }) {
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

/** Other open claims that are offered at most. */
const OTHERS = 3;

/** The claim was refused: why, and the step where that can be mended. */
export function Failed({ phase, stage }: { phase: Of<'failed'>; stage: Stage }) {
  useSignals();
  const { claim } = stage;
  // Where the limit of open claims is in the way, they are the way on.
  const others = phase.code === 'claims_limit' ? claim.unfinished.value.slice(0, OTHERS) : [];
  const { exchange } = stage.life;
  // What is left of a reserve is a sum to receive, though no field of the form is to blame.
  const side = phase.field === 'toSumma' || phase.code === 'reserve_short' ? 'to' : 'from';
  const limit = phase.limit && withUnit(show(phase.limit), exchange[side].peek()?.ticker ?? '');
  const data = {
    side,
    ...(limit && { min: limit, max: limit }),
    ...(phase.retryAfter !== undefined && { after: phase.retryAfter }),
  } as const;
  return (
    <section className="x" part="panel" aria-label="Заявка не создана">
      <Head title="Заявка не создана" acted={stage.acted} onBack={() => claim.back()} />
      <Note kind="e" icon={paths.alert} role="alert">
        {message(phase.code, data)}.
      </Note>
      <button className="btn" part="button" type="button" onClick={() => claim.back()}>
        {phase.back === 'confirm' ? 'Вернуться к\u00a0заявке' : 'Исправить'}
      </button>
      {others.map(({ id, number }) => (
        <button className="btn sec" type="button" key={id} onClick={() => void claim.open(id)}>
          Открыть заявку №&nbsp;{number}
        </button>
      ))}
      <Support life={stage.life} />
    </section>
  );
}
