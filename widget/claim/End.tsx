import type { ClaimStatus } from '#core/contract/claim.ts';
import { STEPS } from '#core/claim/status.ts';
import type { Status } from '#core/claim/status.ts';
import * as amount from '#core/exchange/amount.ts';
import { rate, sum } from '../figures.ts';
import { Icon, paths as common } from '../Icon.tsx';
import * as cities from './city.ts';
import { Demo, Foot } from './Foot.tsx';
import { Head } from './Head.tsx';
import { paths } from './icons.ts';
import { says } from './next.ts';
import { Summary } from './Summary.tsx';
import type { Line } from './Summary.tsx';
import { Support } from './Support.tsx';
import { moment, took } from './time.ts';
import type { Stage } from './stage.ts';

type Closed = Extract<Status, 'completed' | 'refunded' | 'rejected' | 'expired' | 'cancelled'>;

const titles: Readonly<Record<Closed, string>> = {
  completed: 'Деньги отправлены',
  refunded: 'Деньги возвращены',
  rejected: 'Обмен не\u00a0состоялся',
  expired: 'Перевод не\u00a0пришёл вовремя',
  cancelled: 'Обмен отменён',
};

/** How a claim ended: the sum and where it went, or what happened and what to do if the money has left. */
export function End({ stage, claim, lost }: { stage: Stage; claim: ClaimStatus; lost: boolean }) {
  const status = claim.status as Closed;
  const good = status === 'completed' || status === 'refunded';
  const sent = sum(claim.fromSumma, claim.from.currency);
  const back = sum(claim.received ?? claim.fromSumma, claim.from.currency);
  const city = cities.named(stage.life.exchange, claim);
  const target = [claim.to.name, city, claim.toRequisite].filter(Boolean).join(', ');
  const over = claim.history.at(-1)?.at;
  // The same exchange once more: its pair and sum are in the form.
  const repeat = () => {
    stage.claim.forget();
    const wish = {
      from: claim.from.code,
      to: claim.to.code,
      amount: amount.show(amount.trim(claim.fromSumma)),
    };
    void stage.life.exchange.want(wish, 'attribute');
  };
  const anew = () => stage.claim.forget();
  return (
    <section className="x" part="panel" aria-label="Статус заявки">
      <span className={good ? 'badge' : 'badge e'}>
        <Icon d={good ? common.check : common.close} size={26} />
      </span>
      <Head
        title={titles[status]}
        sub={`Заявка № ${claim.number} · ${STEPS[status].label}`}
        acted={stage.acted}
      />
      <Demo claim={claim} />
      {status === 'completed' && <p className="hero num">{sum(claim.toSumma, claim.to.currency)}</p>}
      {status === 'refunded' && <p className="hero num">{back}</p>}
      <p className="told">{says(claim)}</p>
      <Summary lines={lines(claim, status, { sent, back, target, over })} />
      {status === 'expired' || status === 'rejected' ? (
        <>
          <Support life={stage.life} kind="" />
          <button className="btn txt" type="button" onClick={anew}>
            Новый обмен
          </button>
        </>
      ) : (
        <button className="btn" part="button" type="button" onClick={status === 'completed' ? repeat : anew}>
          <Icon d={paths.repeat} />
          {status === 'completed' ? 'Повторить обмен' : 'Новый обмен'}
        </button>
      )}
      <Foot
        stage={stage}
        claim={claim}
        lost={lost}
        support={status === 'expired' || status === 'rejected' ? 'none' : 'txt'}
      />
    </section>
  );
}

function lines(
  claim: ClaimStatus,
  status: Closed,
  { sent, back, target, over }: { sent: string; back: string; target: string; over: string | undefined },
): Line[] {
  const needed = over ? [{ name: 'Заняло', value: took(claim.createdAt, over) }] : [];
  switch (status) {
    case 'completed':
      return [
        { name: 'Отдали', value: sent, big: true },
        { name: 'Куда', value: target },
        { name: 'Курс', value: rate(amount.show(claim.course), claim.from.currency, claim.to.currency) },
        ...needed,
      ];
    case 'refunded':
      return [
        { name: 'Вернули', value: back, big: true },
        ...(claim.refundTo ? [{ name: 'Куда', value: claim.refundTo }] : []),
        ...needed,
      ];
    case 'expired':
      return [
        { name: 'Ждали', value: sent, big: true },
        ...(claim.deadline ? [{ name: 'Срок', value: `до\u00a0${moment(claim.deadline, claim.now)}` }] : []),
      ];
    default:
      return [{ name: 'Сумма', value: sent, big: true }];
  }
}
