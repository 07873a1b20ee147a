import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { isClosed, STEPS } from '#core/claim/status.ts';
import type { Status } from '#core/claim/status.ts';
import { sum } from '../figures.ts';
import { Note } from '../form/Notes.tsx';
import { Icon, paths as common } from '../Icon.tsx';
import { Cancel } from './Cancel.tsx';
import * as cities from './city.ts';
import { Deadline } from './Deadline.tsx';
import { Head } from './Head.tsx';
import { paths } from './icons.ts';
import { next, reasons } from './next.ts';
import { Summary } from './Summary.tsx';
import type { Line } from './Summary.tsx';
import { Support } from './Support.tsx';
import type { Stage } from './stage.ts';

/** Statuses in which a claim ended without an exchange. */
const ended: readonly Status[] = ['rejected', 'expired', 'cancelled', 'refunded'];

/** Where a claim is, in words: its status, why, and what happens next. */
export function Progress({ stage, claim, lost }: { stage: Stage; claim: ClaimStatus; lost: boolean }) {
  useSignals();
  const { status, reason } = claim;
  const closed = isClosed(status);
  // Money may be on its way all the same: people come before another exchange.
  const asked = status === 'expired' || status === 'rejected';
  const bad = ended.includes(status) && status !== 'refunded';
  const city = cities.named(stage.life.exchange, claim);
  const [sent, received] = [sum(claim.fromSumma, claim.from.currency), sum(claim.toSumma, claim.to.currency)];
  const target = [claim.to.name, city, claim.toRequisite].filter(Boolean).join(', ');
  const lines: Line[] =
    status === 'completed'
      ? [{ name: 'Отдали', value: sent, big: true }]
      : ended.includes(status)
        ? [{ name: 'Сумма', value: sent, big: true }]
        : [
            { name: 'Отдаёте', value: sent, big: true },
            { name: 'Получаете', value: received, big: true },
          ];
  return (
    <section className="x" part="panel" aria-label="Статус заявки">
      {closed && (
        <span className={bad ? 'badge e' : 'badge'}>
          <Icon d={bad ? common.close : common.check} size={26} />
        </span>
      )}
      <Head title={STEPS[status].label} sub={`Заявка № ${claim.number}`} acted={stage.acted} />
      <p className="told" role="status">
        {reason && `${reasons[reason]} `}
        {next[status]}
      </p>
      {status === 'completed' && <p className="hero">{received}</p>}
      <Deadline claim={stage.claim} what={status === 'verification' ? 'Заявка действует' : 'Ждём перевод'} />
      <Summary lines={[...lines, { name: 'Куда', value: target }, { name: 'Почта', value: claim.email }]} />
      {lost && <Lost />}
      {asked && <Support life={stage.life} first />}
      {closed ? (
        <button
          className={asked ? 'btn txt' : 'btn'}
          part={asked ? undefined : 'button'}
          type="button"
          onClick={() => stage.claim.forget()}
        >
          <Icon d={paths.repeat} />
          Новый обмен
        </button>
      ) : (
        <Note icon={common.info}>Страницу можно закрыть: заявка сохранена в&nbsp;этом браузере.</Note>
      )}
      {!asked && <Support life={stage.life} />}
      <Cancel stage={stage} status={status} />
    </section>
  );
}

/** Says that the server does not answer and that asking goes on. */
export function Lost() {
  return (
    <Note kind="e" icon={common.off} role="status">
      Нет связи с&nbsp;сервером. Заявка сохранена, пробуем ещё раз сами.
    </Note>
  );
}
