import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimStatus, Recalculation } from '#core/contract/claim.ts';
import { can } from '#core/claim/can.ts';
import * as amount from '#core/exchange/amount.ts';
import { rate, sum } from '../figures.ts';
import { Deed } from './Deed.tsx';
import { Moved } from './Moved.tsx';
import { Refund } from './Refund.tsx';
import { Summary } from './Summary.tsx';
import type { Stage } from './stage.ts';

/** What the person has to decide: new sums or the money back; or only where the money goes back to. */
export function Decision({ stage, claim }: { stage: Stage; claim: ClaimStatus }) {
  useSignals();
  const [refusing, refuse] = useState(false);
  const may = can(claim);
  const offer = claim.recalculations.findLast(({ state }) => state === 'offered');
  const accepts = may.includes('accept') && offer !== undefined;
  return (
    <div className="decide" role="group" aria-label={accepts ? 'Новые суммы' : 'Возврат денег'}>
      {accepts && <Offer claim={claim} offer={offer} />}
      {accepts && !refusing && (
        <>
          <Deed stage={stage} action="accept" busy="Сообщаем…" run={() => stage.claim.acts.accept()}>
            Согласиться
          </Deed>
          {may.includes('refund') && (
            <button className="btn txt" type="button" onClick={() => refuse(true)}>
              Вернуть деньги
            </button>
          )}
        </>
      )}
      {may.includes('refund') && (refusing || !accepts) && (
        <Refund stage={stage} claim={claim} onBack={accepts ? () => refuse(false) : undefined} />
      )}
    </div>
  );
}

/** Sums and course as they were agreed on and as they are counted anew. */
function Offer({ claim, offer }: { claim: ClaimStatus; offer: Recalculation }) {
  const [from, to] = [claim.from.currency, claim.to.currency];
  const course = (text: string) => rate(amount.show(text), from, to);
  return (
    <Summary
      lines={[
        {
          name: 'Отдаёте',
          value: <Moved was={sum(claim.fromSumma, from)} now={sum(offer.fromSumma, from)} />,
          big: true,
        },
        {
          name: 'Получаете',
          value: <Moved was={sum(claim.toSumma, to)} now={sum(offer.toSumma, to)} />,
          big: true,
        },
        { name: 'Курс', value: <Moved was={course(claim.course)} now={course(offer.course)} /> },
      ]}
    />
  );
}
