import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { getStatusLabel } from '../../claim/claimStatusText.ts';
import { ClaimLink } from '../ClaimLink.tsx';
import { formatAmount } from '../deskTexts.ts';
import { FactList } from '../FactList.tsx';
import { StoredFiles } from '../files/StoredFiles.tsx';
import { RequisiteSection } from '../RequisiteSection.tsx';
import '../../account/list/list.css';

const MONEY_TEXTS = { payment: 'Пришло', payout: 'Выплачено', refund: 'Возвращено' } as const;
const EMAIL_STATE_TEXTS = { waiting: 'ждёт отправки', sent: 'отправлено', failed: 'не дошло' } as const;

/** Money, requisites, course, e-mails and other claims. */
export function ClaimFacts({ claim }: { claim: OperatorClaimDetail }) {
  const {
    money,
    seenPayments,
    received,
    unsettled,
    from,
    to,
    course,
    waterfall,
    emails,
    otherClaims,
    email,
    files,
  } = claim;
  return (
    <div className="desk-facts">
      <RequisiteSection title="Куда платим" requisites={claim.toRequisites} hasQr={to.kind === 'crypto'} />
      <RequisiteSection title="Куда платит клиент" requisites={claim.payTo ?? []} />
      <RequisiteSection title="Откуда платит клиент" requisites={claim.fromRequisites} />
      <RequisiteSection title="Куда вернуть" requisites={claim.refundRequisites ?? []} />
      <section aria-labelledby="claim-money">
        <h2 id="claim-money">Деньги</h2>
        <ul className="line-list numeric">
          {seenPayments.map(({ amount, reference, have, need, at }) => (
            <li key={reference}>
              В сети {formatMoney(amount, from.currency)}: {have} из {need} подтверждений
              <small>
                {formatDateTime(at)}, {reference}
              </small>
            </li>
          ))}
          {money.map(({ kind, amount, currency, reference, at }) => (
            <li key={`${kind} ${reference}`}>
              {MONEY_TEXTS[kind]} {amount !== null && formatAmount(amount, currency)}
              <small>
                {formatDateTime(at)}, {reference}
              </small>
            </li>
          ))}
        </ul>
        <FactList
          facts={[
            ['Всего пришло', received && formatMoney(received, from.currency)],
            ['Без заявки', unsettled && formatMoney(unsettled, from.currency)],
            ['Курс', `1 ${from.currency} = ${formatMoney(course, to.currency)}`],
            ['По источнику', waterfall && formatMoney(waterfall.source, to.currency)],
            ['Наша маржа', waterfall && formatMoney(waterfall.margin, to.currency)],
            [
              'Скидка',
              waterfall && /[1-9]/.test(waterfall.discount) && formatMoney(waterfall.discount, to.currency),
            ],
          ]}
        />
      </section>
      {files.length > 0 && (
        <section aria-labelledby="claim-files">
          <h2 id="claim-files">Чеки</h2>
          <StoredFiles files={files} />
        </section>
      )}
      <section aria-labelledby="claim-client">
        <h2 id="claim-client">Клиент</h2>
        <FactList
          facts={[
            ['Почта', email || 'стёрта'],
            ['Аккаунт', claim.hasAccount ? 'есть' : 'нет'],
            ['Город', claim.city],
            ['Промокод', claim.promocode],
            ['Партнёр', claim.refferal],
          ]}
        />
        {emails.length > 0 && (
          <ul className="line-list">
            {emails.map(({ subject, state, at, to: recipient }) => (
              <li key={`${at} ${subject}`}>
                {subject || 'Письмо'}
                <small className="numeric">
                  {EMAIL_STATE_TEXTS[state]}, {formatDateTime(at)}, {recipient}
                </small>
              </li>
            ))}
          </ul>
        )}
        {otherClaims.length > 0 && (
          <>
            <h3>Другие заявки</h3>
            <ul className="line-list numeric">
              {otherClaims.map(one => (
                <li key={one.id}>
                  <ClaimLink claim={one} />
                  <small>
                    {getStatusLabel(one.status)}, {formatMoney(one.toSumma, one.to.currency)}
                  </small>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  );
}
