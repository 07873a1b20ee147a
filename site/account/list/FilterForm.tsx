import type { ComponentProps, ReactNode } from 'react';
import type { StatusFilter } from '#core/account/claims/claimFilters.ts';
import { CLAIM_STATUSES, type ClaimStatusCode } from '#core/claim/status.ts';
import { getStatusLabel } from '../../claim/claimStatusText.ts';
import { FilterSelect } from './FilterSelect.tsx';
import './filters.css';

/** The filters of a list. Each change updates the URL at once, without a submit button. */
export function FilterForm({ label, children }: { label: string; children: ReactNode }) {
  return (
    <form
      className="list-filters"
      role="search"
      aria-label={label}
      onSubmit={event => event.preventDefault()}
    >
      {children}
    </form>
  );
}

const listStatusOptions = () =>
  CLAIM_STATUSES.map(status => (
    <option key={status} value={status}>
      {getStatusLabel(status)}
    </option>
  ));

/** Filters claims by one status, or by all open or closed ones. */
export const StatusFilterSelect = (
  props: Omit<ComponentProps<typeof StatusSelect<StatusFilter>>, 'children'>,
) => (
  <StatusSelect<StatusFilter> {...props}>
    <option value="open">Открытые</option>
    <option value="closed">Закрытые</option>
  </StatusSelect>
);

/** Filters claims by one status. `children`: options for groups of statuses. */
export function StatusSelect<Status extends string = ClaimStatusCode>({
  value,
  onChange,
  children,
}: {
  value: Status | null;
  /** With a status of the options. */
  onChange: (status: Status | null) => void;
  children?: ReactNode;
}) {
  return (
    <FilterSelect
      label="Статус"
      value={value ?? ''}
      onChange={status => onChange(status === '' ? null : (status as Status))}
    >
      <option value="">Все статусы</option>
      {children}
      {children ? <optgroup label="Один статус">{listStatusOptions()}</optgroup> : listStatusOptions()}
    </FilterSelect>
  );
}
