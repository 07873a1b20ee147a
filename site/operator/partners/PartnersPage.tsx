import { listPartnersCall, type OperatorPartner } from '#core/contract/operator/partners.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { pluralize } from '#core/pluralize.ts';
import { formatFullDay } from '../../account/journal/formatFullDate.ts';
import { DeskPage } from '../DeskContent.tsx';
import { ListNotice } from '../ListNotice.tsx';
import { useStaff } from '../staffContext.ts';
import { useChosenAction } from '../values/useChosenAction.ts';
import { ValueAction } from '../values/ValueAction.tsx';
import { AccrualSection } from './AccrualSection.tsx';
import { MethodSection } from './MethodSection.tsx';

const OFF_EFFECTS = [
  'Новые заявки по его ссылкам ему не засчитаются, открытые ничего не принесут',
  'Ключи и вебхуки остановятся, выплат не будет',
];

const ON_EFFECTS = ['Всё снова заработает для заявок, которые завершатся с этого момента'];

/** Page /operator/partners: the partners by balance, and the currencies in which they are paid. */
export function PartnersPage() {
  const canChange = useStaff().rights.includes('partners');
  return (
    <DeskPage
      title="Партнёры"
      note={!canChange && 'Партнёров и выплаты меняет администратор.'}
      call={listPartnersCall}
      subject="Партнёры"
    >
      {({ results, methods }, { refresh }) => (
        <>
          <PartnerSection partners={results} canChange={canChange} onChanged={refresh} />
          {canChange && <AccrualSection onChanged={refresh} />}
          <MethodSection methods={methods} canChange={canChange} onChanged={refresh} />
        </>
      )}
    </DeskPage>
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
  /** The action is that of the partner with this id. */
  const { chosen, notice, choose, end } = useChosenAction(onChanged);
  return (
    <section className="value-group" aria-labelledby="partners">
      <h2 id="partners">По остатку на счёте</h2>
      <p className="section-text">
        {partners.length === 0 ? 'Партнёров пока нет.' : 'Не больше 50, с самого большого остатка.'}
      </p>
      <ListNotice notice={notice} />
      <ul className="line-list">
        {partners.map(partner => {
          const { id, balance, offReason } = partner;
          const isOff = offReason !== null;
          const name = partner.email ?? `аккаунт удалён, ${partner.code ?? id}`;
          const text = isOff ? 'Включить' : 'Отключить';
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
                      onClick={() => choose(isChosen ? null : id)}
                    >
                      {text}
                    </button>
                  )}
                </span>
              </div>
              {isChosen && (
                <ValueAction
                  target={{ table: 'partners', key: id, field: 'off' }}
                  present={offReason ?? ''}
                  value={isOff ? '' : undefined}
                  text={text}
                  label={`${text} ${name}`}
                  effects={isOff ? ON_EFFECTS : OFF_EFFECTS}
                  reasonHint="Партнёр прочтёт её."
                  message={`${name}: ${isOff ? 'включён' : 'отключён'}.`}
                  {...end}
                  onStale={stale => end.onStale(`${name}. ${stale}`)}
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
    blockedAt !== null && `аккаунт заблокирован с ${formatFullDay(blockedAt)}`,
    offAt !== null && `отключён с ${formatFullDay(offAt)}: ${offReason}`,
  ]
    .filter(Boolean)
    .join(', ');
}
