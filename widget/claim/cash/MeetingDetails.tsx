import type { CashMeeting, ClaimStatus } from '#core/contract/claim.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { SummaryList } from '../elements/SummaryList.tsx';

/** Place and time of the cash handover, what to bring, and how to arrange it. */
export function MeetingDetails({ claim, meeting }: { claim: ClaimStatus; meeting: CashMeeting }) {
  const { side, city, place, hours, telegram } = meeting;
  const documents = `документ на имя из заявки и номер заявки: ${claim.number}`;
  return (
    <SummaryList
      lines={[
        { name: 'Город', value: city },
        ...(place === null ? [] : [{ name: 'Где', value: place }]),
        { name: 'Когда', value: hours ?? 'Время согласуем в Telegram' },
        {
          name: 'С собой',
          value:
            side === 'from'
              ? `Ровно ${formatMoney(claim.fromSumma, claim.from.currency)}, ${documents}`
              : capitalize(documents),
        },
        {
          name: 'Как договориться',
          value: telegram ? `Оператор напишет вам в Telegram: ${telegram}` : 'Оператор напишет вам на почту',
        },
      ]}
    />
  );
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
