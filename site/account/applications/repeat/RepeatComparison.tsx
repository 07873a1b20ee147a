import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimRepeatModel } from '#core/account/claims/repeat/claimRepeatModel.ts';
import type { DetailedClaim } from '#core/contract/account/accountClaim.ts';
import { decimalToUnits, unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { formatComparedCourses, formatMoney } from '#core/exchange/formatMoney.ts';

/** The course of the old claim and the current one, and the result of the same amount now. */
export function RepeatComparison({ model, claim }: { model: ClaimRepeatModel; claim: DetailedClaim }) {
  useSignals();
  const terms = model.terms.value;
  if (!terms) return null;
  const { from, to } = claim;
  const [then, now] = formatComparedCourses([claim.course, terms.course], from.currency, to.currency);
  const gain = terms.fromSumma === claim.fromSumma ? calculateGain(claim, terms.toSumma) : null;
  return (
    <dl className="repeat-comparison">
      <div>
        <dt>Курс сейчас</dt>
        <dd>{now}</dd>
      </div>
      <div>
        <dt>Курс в той заявке</dt>
        <dd>{then}</dd>
      </div>
      <div>
        <dt>Суммы в той заявке</dt>
        <dd>
          {formatMoney(claim.fromSumma, from.currency)} на {formatMoney(claim.toSumma, to.currency)}
        </dd>
      </div>
      {gain !== null && (
        <div>
          <dt>За ту же сумму</dt>
          <dd data-tone={gain > 0n ? 'success' : undefined}>
            {gain > 0n && '+'}
            {formatMoney(unitsToDecimal(gain, to.decimals), to.currency)}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Difference between the amount received now and then, in units; null if it is the same. */
function calculateGain({ toSumma, to: { decimals } }: DetailedClaim, received: string): Units | null {
  const difference = decimalToUnits(received, decimals) - decimalToUnits(toSumma, decimals);
  return difference === 0n ? null : difference;
}
