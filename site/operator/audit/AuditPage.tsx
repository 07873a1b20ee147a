import { MAX_SEARCH_LENGTH } from '#core/account/claims/claimFilters.ts';
import { listAuditCall, type AuditRecord } from '#core/contract/operator/audit.ts';
import { parseDay } from '#core/exchange/exchangeDay.ts';
import { defineFilters } from '#core/account/listFilters.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { EmptyList, NothingFound } from '../../account/list/EmptyList.tsx';
import { FilteredList, useFilteredList } from '../../account/list/FilteredList.tsx';
import { FocusMovingLink } from '../../account/list/FocusMovingLink.tsx';
import { FilterForm } from '../../account/list/FilterForm.tsx';
import { PeriodFields } from '../../account/list/PeriodFields.tsx';
import { SearchField } from '../../account/list/SearchField.tsx';
import { formatCreatedAt } from '../../account/list/claimText.ts';
import { ClaimLink } from '../ClaimLink.tsx';
import { getCommandText } from '../commandTexts.ts';
import { describeDetail } from './describeDetail.ts';
import './audit.css';

const parseText = (text: string | null): string => (text ?? '').trim().slice(0, MAX_SEARCH_LENGTH);

const auditFilters = defineFilters({
  target: ['target', parseText],
  by: ['by', parseText],
  dateFrom: ['date_from', parseDay],
  dateTo: ['date_to', parseDay],
});
type AuditView = ReturnType<typeof auditFilters.parse>;

const AUDIT_LIST = {
  call: listAuditCall,
  filters: auditFilters,
  forms: ['изменение', 'изменения', 'изменений'],
} as const;

/** What follows the first part of a UUID, which is enough to recognize it. */
const UUID_END = /(?<=^[\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Page /operator/audit: who has changed what, with filters that are kept in the address. */
export function AuditPage() {
  const list = useFilteredList(AUDIT_LIST);
  const { view, setFilters } = list.address;
  return (
    <>
      <div className="account-heading">
        <h1>Журнал</h1>
      </div>
      <FilteredList
        list={list}
        filterForm={
          <FilterForm label="Фильтр изменений">
            <SearchField
              value={view.target}
              label="Номер заявки, пара, валюта или другой объект"
              placeholder="Заявка, пара, валюта"
              maxLength={MAX_SEARCH_LENGTH}
              onSearch={(target, options) => setFilters({ target }, options)}
            />
            <SearchField
              value={view.by}
              label="Начало почты сотрудника"
              placeholder="Сотрудник"
              maxLength={MAX_SEARCH_LENGTH}
              onSearch={(by, options) => setFilters({ by }, options)}
            />
            <PeriodFields legend="Даты, по Москве" dates={view} onChange={setFilters} />
          </FilterForm>
        }
        skeleton={<LoadingSkeleton className="account-skeleton" label="Загружаем журнал" />}
        unsupported={null}
        renderEmpty={shown =>
          auditFilters.isFiltered(shown) ? (
            <NothingFound text="Объект ищется по номеру заявки или началу кода, сотрудник — по началу почты." />
          ) : (
            <EmptyList title="Изменений пока нет" text="Здесь будет всё, что меняют сотрудники." />
          )
        }
      >
        {({ data, loadedAt, isOutdated }) => (
          <ul className="line-list" aria-label="Изменения" aria-busy={isOutdated}>
            {data.results.map(record => (
              <AuditRow key={record.id} record={record} view={view} now={loadedAt} />
            ))}
          </ul>
        )}
      </FilteredList>
    </>
  );
}

function AuditRow({ record, view, now }: { record: AuditRecord; view: AuditView; now: number }) {
  const { at, by, network, command, target, member, claim } = record;
  const filterBy = (values: Partial<AuditView>) => ({
    search: auditFilters.format({ ...view, ...values, page: 1 }),
  });
  return (
    <li className="audit-record">
      <p>
        {getCommandText(command)}{' '}
        <span className="numeric" data-row="">
          {claim ? (
            <ClaimLink claim={claim} />
          ) : (
            <FocusMovingLink to={filterBy({ target })}>
              {member ?? target.replace(UUID_END, '')}
            </FocusMovingLink>
          )}
        </span>
        <small>{describeDetail(record)}</small>
      </p>
      <p className="numeric">
        {by === '' ? 'неизвестно' : <FocusMovingLink to={filterBy({ by })}>{by}</FocusMovingLink>}
        <small>
          {formatCreatedAt(at, now)}, {network || 'командная строка'}
        </small>
      </p>
    </li>
  );
}
