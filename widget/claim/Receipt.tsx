import { useRef } from 'react';
import type { ClaimStatus, Recalculation } from '#core/contract/claim.ts';
import { STEPS } from '#core/claim/status.ts';
import * as amount from '#core/exchange/amount.ts';
import { rate, sum } from '../figures.ts';
import { print } from './print.ts';
import { moment } from './time.ts';

const states: Readonly<Record<Recalculation['state'], string>> = {
  offered: 'ждёт вашего решения',
  accepted: 'вы согласились',
  refused: 'вы отказались',
  applied: 'в\u00a0пределах допуска, применён',
};

const why: Partial<Readonly<Record<Recalculation['reason'], string>>> = {
  underpaid: 'Пришло меньше',
  overpaid: 'Пришло больше',
  paid_late: 'Перевод после срока',
  rate_moved: 'Курс изменился',
};

/** The reckoning of a claim, to keep and to print: the course promised and until when, what was counted anew, the fees. */
export function Receipt({ claim }: { claim: ClaimStatus }) {
  const paper = useRef<HTMLDivElement>(null);
  const [from, to] = [claim.from.currency, claim.to.currency];
  const course = (text: string) => rate(amount.show(text), from, to);
  const { waterfall: fall, recalculations } = claim;
  const until = claim.courseUntil ?? claim.deadline;
  return (
    <>
      <div className="paper" ref={paper} role="group" aria-label="Расчёт по заявке">
        <h3>Расчёт по&nbsp;заявке №&nbsp;{claim.number}</h3>
        <dl>
          <Row name="Создана" value={moment(claim.createdAt)} />
          <Row name="Статус" value={STEPS[claim.status].label} />
          <Row name="Отдаёте" value={`${sum(claim.fromSumma, from)}, ${claim.from.name}`} />
          <Row name="Получаете" value={`${sum(claim.toSumma, to)}, ${claim.to.name}`} />
          <Row name="Куда" value={claim.toRequisite} />
          <Row name="Обещанный курс" value={course(claim.course)} />
          {until && <Row name="Курс действует" value={`до\u00a0${moment(until)}`} />}
          {claim.received && <Row name="Пришло" value={sum(claim.received, from)} />}
        </dl>
        {recalculations.map(one => (
          <div key={one.at}>
            <h4>
              Перерасчёт {moment(one.at)}: {why[one.reason] ?? 'Решение оператора'}
            </h4>
            <dl>
              <Row name="Отдаёте" value={sum(one.fromSumma, from)} />
              <Row name="Курс" value={course(one.course)} />
              <Row name="Получаете" value={sum(one.toSumma, to)} />
              <Row name="Итог" value={states[one.state]} />
            </dl>
          </div>
        ))}
        {fall && (
          <>
            <h4>Из&nbsp;чего сложилась выплата</h4>
            <dl>
              <Row name="По курсу источника" value={sum(fall.source, to)} />
              <Row name="Наша комиссия" value={`−\u00a0${sum(fall.margin, to)}`} />
              <Row name="Скидка" value={`+\u00a0${sum(fall.discount, to)}`} />
              <Row name="Округление" value={`−\u00a0${sum(fall.rounding, to)}`} />
              <Row name="К выплате" value={sum(fall.payout, to)} />
            </dl>
          </>
        )}
      </div>
      <button className="btn sec" type="button" onClick={() => paper.current && print(paper.current)}>
        Распечатать расчёт
      </button>
    </>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
