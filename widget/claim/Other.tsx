import { STEPS } from '#core/claim/status.ts';
import type { ClaimPhase } from '#core/claim/model.ts';
import { show } from '#core/exchange/amount.ts';
import { message } from '#core/messages.ts';
import type { Acted } from '../Exchange.tsx';
import { Note } from '../form/Notes.tsx';
import { paths } from '../Icon.tsx';
import type { Life } from '../life.ts';
import { Head } from './Head.tsx';
import { next } from './next.ts';
import { Lost } from './Progress.tsx';
import { Support } from './Support.tsx';

type Of<Name extends ClaimPhase['phase']> = Extract<ClaimPhase, { phase: Name }>;

/** A claim that is on its way from the server. */
export function Opening({ phase, life, acted }: { phase: Of<'opening'>; life: Life; acted: Acted }) {
  return (
    <section className="x" part="panel" aria-label="Заявка" aria-busy={phase.connection === 'live'}>
      <Head title="Открываем заявку" acted={acted} />
      {phase.connection === 'lost' ? (
        <Lost />
      ) : (
        <>
          <span className="sk b" />
          <span className="sk b" />
        </>
      )}
      <Support life={life} />
    </section>
  );
}

/** A claim opened without its secret: its status is all that may be told. */
export function Locked({ phase, life, acted }: { phase: Of<'locked'>; life: Life; acted: Acted }) {
  return (
    <section className="x" part="panel" aria-label="Статус заявки">
      <Head title={STEPS[phase.status].label} acted={acted} />
      <p className="told" role="status">
        {next[phase.status]}
      </p>
      <Note icon={paths.shield}>
        Суммы и&nbsp;реквизиты видны в&nbsp;браузере, где заявку создали, и&nbsp;по&nbsp;её полной ссылке.
      </Note>
      {phase.connection === 'lost' && <Lost />}
      <button className="btn" part="button" type="button" onClick={() => life.claim.forget()}>
        Новый обмен
      </button>
      <Support life={life} />
    </section>
  );
}

/** The claim was refused: why, and the step where that can be mended. */
export function Failed({ phase, life, acted }: { phase: Of<'failed'>; life: Life; acted: Acted }) {
  const { exchange, claim } = life;
  const side = phase.field === 'toSumma' ? 'to' : 'from';
  const limit = phase.limit && `${show(phase.limit)}\u00a0${exchange[side].peek()?.ticker ?? ''}`;
  const data = {
    side,
    ...(limit && { min: limit, max: limit }),
    ...(phase.retryAfter !== undefined && { after: phase.retryAfter }),
  } as const;
  return (
    <section className="x" part="panel" aria-label="Заявка не создана">
      <Head title="Заявка не создана" acted={acted} onBack={() => claim.back()} />
      <Note kind="e" icon={paths.alert} role="alert">
        {message(phase.code, data)}.
      </Note>
      <button className="btn" part="button" type="button" onClick={() => claim.back()}>
        {phase.back === 'confirm' ? 'Вернуться к\u00a0заявке' : 'Исправить'}
      </button>
      <Support life={life} />
    </section>
  );
}
