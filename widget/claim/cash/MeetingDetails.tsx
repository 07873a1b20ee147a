import type { CashMeeting, ClaimStatus } from '#core/contract/claim.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { SummaryList } from '../elements/SummaryList.tsx';

/** Place and time of the cash handover, what to bring, and how to arrange it. */
export function MeetingDetails({ claim, meeting }: { claim: ClaimStatus; meeting: CashMeeting }) {
  const { side, city, place, hours, telegram } = meeting;
  const documents = `документ на\u00a0имя из\u00a0заявки и\u00a0номер заявки:\u00a0${claim.number}`;
  return (
    <SummaryList
      lines={[
        { name: 'Город', value: city },
        ...(place === null ? [] : [{ name: 'Где', value: place }]),
        { name: 'Когда', value: hours ?? 'Время согласуем в\u00a0Telegram' },
        {
          name: 'С\u00a0собой',
          value:
            side === 'from'
              ? `Ровно ${formatMoney(claim.fromSumma, claim.from.currency)}, ${documents}`
              : capitalize(documents),
        },
        {
          name: 'Как договориться',
          value: telegram
            ? `Оператор напишет вам в\u00a0Telegram: ${telegram}`
            : 'Оператор напишет вам на\u00a0почту',
        },
      ]}
    />
  );
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
