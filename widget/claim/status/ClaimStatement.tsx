import { useRef } from 'react';
import type { ClaimStatus, Recalculation } from '#core/contract/claim.ts';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { formatExactCourse, formatMoney } from '#core/exchange/formatMoney.ts';
import { formatDestination } from '../../format.ts';
import { printElement } from '../receipt/printElement.ts';
import { formatMoment } from '../format/formatTime.ts';

const recalculationStates: Readonly<Record<Recalculation['state'], string>> = {
  offered: 'ждёт вашего решения',
  accepted: 'вы согласились',
  refused: 'вы отказались',
  applied: 'в пределах допуска, применён',
};

const recalculationReasons: Partial<Readonly<Record<Recalculation['reason'], string>>> = {
  underpaid: 'Пришло меньше',
  overpaid: 'Пришло больше',
  paid_late: 'Оплата после срока',
  rate_moved: 'Курс изменился',
};

/** Printable statement of a claim: promised course and its expiry, recalculations, fees. */
export function ClaimStatement({ claim }: { claim: ClaimStatus }) {
  const statementRef = useRef<HTMLDivElement>(null);
  const [from, to] = [claim.from.currency, claim.to.currency];
  const courseText = (text: string) => formatExactCourse(text, from, to);
  const { waterfall, recalculations } = claim;
  return (
    <>
      <div className="statement" ref={statementRef} role="group" aria-label="Расчёт по заявке">
        <h3>Расчёт по заявке № {claim.number}</h3>
        <dl>
          <StatementRow label="Создана" value={formatMoment(claim.createdAt)} />
          <StatementRow label="Статус" value={CLAIM_STATUS_RULES[claim.status].label} />
          <StatementRow label="Отдаёте" value={`${formatMoney(claim.fromSumma, from)}, ${claim.from.name}`} />
          <StatementRow label="Получаете" value={`${formatMoney(claim.toSumma, to)}, ${claim.to.name}`} />
          <StatementRow label="Куда" value={formatDestination(claim)} />
          <StatementRow label="Обещанный курс" value={courseText(claim.course)} />
          {claim.courseUntil && (
            <StatementRow label="Курс действует" value={`до ${formatMoment(claim.courseUntil)}`} />
          )}
          {claim.received && <StatementRow label="Пришло" value={formatMoney(claim.received, from)} />}
        </dl>
        {recalculations.map(recalculation => (
          <div key={recalculation.at}>
            <h4>
              Перерасчёт {formatMoment(recalculation.at)}:{' '}
              {recalculationReasons[recalculation.reason] ?? 'Решение оператора'}
            </h4>
            <dl>
              <StatementRow label="Отдаёте" value={formatMoney(recalculation.fromSumma, from)} />
              <StatementRow label="Курс" value={courseText(recalculation.course)} />
              <StatementRow label="Получаете" value={formatMoney(recalculation.toSumma, to)} />
              <StatementRow label="Итог" value={recalculationStates[recalculation.state]} />
            </dl>
          </div>
        ))}
        {waterfall && (
          <>
            <h4>Из чего сложилась выплата</h4>
            <dl>
              <StatementRow label="По курсу источника" value={formatMoney(waterfall.source, to)} />
              <StatementRow label="Наша комиссия" value={`−\u00a0${formatMoney(waterfall.margin, to)}`} />
              <StatementRow label="Скидка" value={`+\u00a0${formatMoney(waterfall.discount, to)}`} />
              {Number(waterfall.cap) > 0 && (
                <StatementRow
                  label="Скидка ограничена курсом рынка"
                  value={`−\u00a0${formatMoney(waterfall.cap, to)}`}
                />
              )}
              <StatementRow label="Округление" value={`−\u00a0${formatMoney(waterfall.rounding, to)}`} />
              <StatementRow label="К выплате" value={formatMoney(waterfall.payout, to)} />
            </dl>
          </>
        )}
      </div>
      <button
        className="button secondary"
        type="button"
        onClick={() => statementRef.current && printElement(statementRef.current)}
      >
        Распечатать расчёт
      </button>
    </>
  );
}

function StatementRow({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
