import type { Reckoning } from '#core/contract/account/referral.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';

/** Formats a decimal that may be negative, without rounding: «−1,25». */
const formatExact = (text: string): string =>
  text.startsWith('-') ? `−${localizeDecimal(text.slice(1))}` : localizeDecimal(text);

const isZero = (text: string): boolean => /^-?0(\.0*)?$/.test(text);

/** How an accrual was calculated, step by step, with exact numbers. `isMade`: not one that waits for the client. */
export function ReckoningTable({
  reckoning,
  summa,
  isMade,
}: {
  reckoning: Reckoning;
  summa: string;
  isMade: boolean;
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
          <th scope="row">
            {isMade ? 'Начислено, округлили' : 'Начислим, округлив'} вниз до&nbsp;0,0001&nbsp;$
          </th>
          <td className="numeric">{formatUsd(summa)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function listSteps(reckoning: Reckoning): [string, string][] {
  const { from, to, margin, discount, percent, discountSumma, capSumma, otherSumma } = reckoning;
  const inTo = (text: string) => `${formatExact(text)}\u00a0${to}`;
  return [
    ['Клиент отдал', `${formatExact(reckoning.fromSumma)}\u00a0${from}`],
    [`По\u00a0курсу рынка ${formatExact(reckoning.sourceCourse)}`, inTo(reckoning.sourceSumma)],
    [`Наша наценка ${formatExact(margin)}\u00a0%`, `−${inTo(reckoning.marginSumma)}`],
    ...(isZero(discountSumma)
      ? []
      : [[`Скидка клиента ${formatExact(discount)}\u00a0%`, `+${inTo(discountSumma)}`] as [string, string]]),
    ...(isZero(capSumma)
      ? []
      : [['Скидка ограничена курсом рынка', `−${inTo(capSumma)}`] as [string, string]]),
    ...(isZero(otherSumma)
      ? []
      : [['Округление и\u00a0поправки курса', inTo(otherSumma)] as [string, string]]),
    ['Клиент получил', inTo(reckoning.toSumma)],
    ['Прибыль', inTo(reckoning.profit)],
    ['Прибыль в\u00a0долларах', `${formatExact(reckoning.profitUsd)}\u00a0$`],
    [`Ваша доля ${formatExact(percent)}\u00a0%`, `${formatExact(reckoning.exact)}\u00a0$`],
  ];
}
