import type { ReactNode } from 'react';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import { isSentClaim } from '#core/claim/sentClaim.ts';
import { formatCourseLine, formatMoney } from '#core/exchange/formatMoney.ts';
import { formatDestination } from '#widget/format.ts';
import { ChangeAlerts, type ChangeAlertsProps } from './changeAlerts/ChangeAlerts.tsx';
import { formatDateTime } from './formatDateTime.ts';
import { PaymentQuestions } from './PaymentQuestions.tsx';

/** The agreed terms of the claim, shown beside the widget. `children` follow them. */
export function ClaimSidebar({ children, ...alertsProps }: ChangeAlertsProps & { children?: ReactNode }) {
  const { claim } = alertsProps;
  const { from, to } = claim;
  const lines: [string, string][] = [
    ['Отдаёте', [formatMoney(claim.fromSumma, from.currency), from.network].filter(Boolean).join(', ')],
    ['Получаете', [formatMoney(claim.toSumma, to.currency), to.network].filter(Boolean).join(', ')],
    ['Курс', formatCourseLine(toDisplayedCourse(claim.course, from.currency, to.currency))],
    ['Куда', formatDestination(claim)],
    ['Создана', formatDateTime(claim.createdAt)],
  ];
  return (
    <aside aria-label="О заявке">
      <h2>Заявка № {claim.number}</h2>
      {!isSentClaim(claim) && (
        <p className="email">
          {claim.emailConfirmed
            ? 'Письма о заявке приходят на '
            : 'Чтобы получать письма о заявке, откройте ссылку из первого письма на '}
          {claim.email}
        </p>
      )}
      <dl className="claim-facts">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ChangeAlerts {...alertsProps} />
      {children}
      <PaymentQuestions claim={claim} />
    </aside>
  );
}
