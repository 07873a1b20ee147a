import * as amount from '#core/exchange/amount.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { rate, sum } from '#widget/figures.ts';
import { moment } from './moment.ts';
import { Questions } from './Questions.tsx';

/** What was agreed on, beside what is to be done. */
export function About({ claim }: { claim: ClaimStatus }) {
  const { from, to } = claim;
  const lines: [string, string][] = [
    ['Отдаёте', [sum(claim.fromSumma, from.currency), from.network].filter(Boolean).join(', ')],
    ['Получаете', [sum(claim.toSumma, to.currency), to.network].filter(Boolean).join(', ')],
    ['Курс', rate(amount.show(claim.course), from.currency, to.currency)],
    ['Куда', [to.name, claim.toRequisite].filter(Boolean).join(', ')],
    ['Создана', moment(claim.createdAt)],
  ];
  return (
    <aside aria-label="О заявке">
      <h2>Заявка № {claim.number}</h2>
      <p className="mail">Пишем о&nbsp;ней на&nbsp;{claim.email}</p>
      <dl className="facts">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Questions claim={claim} />
    </aside>
  );
}
