import { REFERRAL_DECIMALS, type Reckoning } from '#core/contract/account/referral.ts';
import type { ClaimSide } from '#core/contract/claim.ts';
import { isNonZero, localizeDecimal } from '#core/exchange/amount.ts';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import { cutDecimals } from '#core/exchange/cutDecimals.ts';
import { formatCourseLine, formatMoney } from '#core/exchange/formatMoney.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';

/** Decimals of a currency that the exchange no longer has. */
const UNKNOWN_CURRENCY_DECIMALS = 8;

/** How an accrual was calculated, step by step, each cut to the decimals of its currency. `result`: the last line. */
export function ProfitBreakdown({
  reckoning,
  summa,
  result,
}: {
  reckoning: Reckoning;
  summa: string;
  result: string;
}) {
  return (
    <table className="reckoning">
      <caption>Как посчитано</caption>
      <tbody>
        {listSteps(reckoning).map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="numeric">{value}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{result}</th>
          <td className="numeric">{formatUsd(summa)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Formats an amount of a side, which may be negative. */
const formatAmount = (text: string, side: Pick<ClaimSide, 'currency' | 'decimals'>): string =>
  formatMoney(cutDecimals(text, side.decimals), side.currency);

const formatUsdAmount = (text: string): string => formatUsd(cutDecimals(text, REFERRAL_DECIMALS));

const formatPercentage = (text: string): string => `${localizeDecimal(text)} %`;

function listSteps(reckoning: Reckoning): [string, string][] {
  const { margin, discount, percent, discountSumma, capSumma, otherSumma } = reckoning;
  const fromSide = reckoning.fromSide ?? { currency: reckoning.from, decimals: UNKNOWN_CURRENCY_DECIMALS };
  const toSide = reckoning.toSide ?? { currency: reckoning.to, decimals: UNKNOWN_CURRENCY_DECIMALS };
  const inTo = (text: string) => formatAmount(text, toSide);
  const course = toDisplayedCourse(reckoning.sourceCourse, fromSide.currency, toSide.currency);
  const isShown = (text: string) => isNonZero(cutDecimals(text, toSide.decimals));
  const steps: [string, string][] = [
    ['Клиент отдал', formatAmount(reckoning.fromSumma, fromSide)],
    [`По курсу рынка ${formatCourseLine(course)}`, inTo(reckoning.sourceSumma)],
    [`Наша наценка ${formatPercentage(margin)}`, inTo(negate(reckoning.marginSumma))],
  ];
  if (isShown(discountSumma))
    steps.push([`Скидка клиента ${formatPercentage(discount)}`, `+${inTo(discountSumma)}`]);
  if (isShown(capSumma)) steps.push(['Скидка ограничена курсом рынка', inTo(negate(capSumma))]);
  if (isShown(otherSumma)) steps.push(['Округление и поправки курса', inTo(otherSumma)]);
  return [
    ...steps,
    ['Клиент получил', inTo(reckoning.toSumma)],
    ['Прибыль', inTo(reckoning.profit)],
    ['Прибыль в долларах', formatUsdAmount(reckoning.profitUsd)],
    [`Ваша доля ${formatPercentage(percent)}`, formatUsdAmount(reckoning.exact)],
  ];
}

const negate = (text: string): string => (text.startsWith('-') ? text.slice(1) : `-${text}`);
