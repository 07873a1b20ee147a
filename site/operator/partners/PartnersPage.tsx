import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { listPartnersCall, type OperatorPartner } from '#core/contract/operator/partners.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { pluralize } from '#core/pluralize.ts';
import { WORK_POLLING } from '#core/serverQuery.ts';
import { formatFullDay } from '../../account/journal/formatFullDate.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { RefreshFailure } from '../../account/list/RefreshFailure.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';
import { useStaff } from '../staffContext.ts';
import { AccrualSection } from './AccrualSection.tsx';
import { MethodSection } from './MethodSection.tsx';
import { PartnerForm } from './PartnerForm.tsx';
import '../../account/list/list.css';
import '../rates/rates.css';

/** Page /operator/partners: the partners by balance, and the currencies in which they are paid. */
export function PartnersPage() {
  const canChange = useStaff().rights.includes('partners');
  const query = useAccountQuery((api, options) => sendCall(api, listPartnersCall, options), {
    polling: WORK_POLLING,
    isUnsupported: () => false,
  });
  return (
    <>
      <div className="account-heading">
        <h1>Партнёры</h1>
      </div>
      {!canChange && <p className="section-text">Партнёров и&nbsp;выплаты меняет администратор.</p>}
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="account-skeleton" label="Загружаем партнёров" />}
      >
        {({ data: { results, methods } }) => (
          <>
            <RefreshFailure query={query} subject="Партнёры" />
            <PartnerSection partners={results} canChange={canChange} onChanged={query.refresh} />
            {canChange && <AccrualSection onChanged={query.refresh} />}
            <MethodSection methods={methods} canChange={canChange} onChanged={query.refresh} />
          </>
        )}
      </QueryContent>
    </>
  );
}

function PartnerSection({
  partners,
  canChange,
  onChanged,
}: {
  partners: readonly OperatorPartner[];
  canChange: boolean;
  onChanged: () => void;
}) {
  /** id of the partner whose form is open. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [notice, setNotice] = useState(NO_NOTICE);
  const finish = (text: string, isRefusal: boolean) => {
    setNotice({ text, isRefusal });
    setChosen(null);
    onChanged();
  };
  return (
    <section className="value-group" aria-labelledby="partners">
      <h2 id="partners">По&nbsp;остатку на&nbsp;счёте</h2>
      <p className="section-text">
        {partners.length === 0 ? 'Партнёров пока нет.' : 'Не\u00a0больше 50, с\u00a0самого большого остатка.'}
      </p>
      <ListNotice notice={notice} />
      <ul className="line-list">
        {partners.map(partner => {
          const { id, balance } = partner;
          const name = partner.email ?? `аккаунт удалён, ${partner.code ?? id}`;
          const text = partner.offReason === null ? 'Отключить' : 'Включить';
          const isChosen = chosen === id;
          return (
            <li key={id}>
              <div className="value-line" data-row="">
                <span>
                  {name}
                  <small className="numeric">{describePartner(partner)}</small>
                </span>
                <span className="numeric">
                  {formatUsd(balance)}
                  {canChange && (
                    <button
                      type="button"
                      className="button quiet"
                      aria-expanded={isChosen}
                      aria-label={`${text} ${name}`}
                      onClick={() => {
                        setNotice(NO_NOTICE);
                        setChosen(isChosen ? null : id);
                      }}
                    >
                      {text}
                    </button>
                  )}
                </span>
              </div>
              {isChosen && (
                <PartnerForm
                  partner={partner}
                  name={name}
                  onSaved={saved => finish(saved, false)}
                  onStale={stale => finish(`${name}. ${stale}`, true)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** «R7K2, Лавка, lavka.example, 12 заявок, отключён с 3 мая 2026 года: спам» */
function describePartner({ code, name, site, claims, offReason, offAt, blockedAt }: OperatorPartner) {
  return [
    code,
    name,
    site,
    pluralize(claims, ['заявка', 'заявки', 'заявок']),
    blockedAt !== null && `аккаунт заблокирован с\u00a0${formatFullDay(blockedAt)}`,
    offAt !== null && `отключён с\u00a0${formatFullDay(offAt)}: ${offReason}`,
  ]
    .filter(Boolean)
    .join(', ');
}
