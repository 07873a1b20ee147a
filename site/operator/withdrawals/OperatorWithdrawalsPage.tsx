import { useState } from 'react';
import { listOperatorWithdrawalsCall, type OperatorWithdrawal } from '#core/contract/operator/withdrawals.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { defineFilters } from '#core/account/listFilters.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { EmptyList, NothingFound } from '../../account/list/EmptyList.tsx';
import { FilteredList, useFilteredList } from '../../account/list/FilteredList.tsx';
import { FilterForm } from '../../account/list/FilterForm.tsx';
import { FilterSelect } from '../../account/list/FilterSelect.tsx';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';
import { removeRow } from '../removeRow.ts';
import { WithdrawalActions } from './WithdrawalActions.tsx';
import { WithdrawalRow } from './WithdrawalRow.tsx';
import './withdrawals.css';

/** Null: those that wait. */
const parseStatus = (text: string | null) => (text === 'paid' || text === 'cancelled' ? text : null);

const WITHDRAWAL_LIST = {
  call: listOperatorWithdrawalsCall,
  filters: defineFilters({ status: ['status', parseStatus] }),
  forms: ['выплата', 'выплаты', 'выплат'],
} as const;

/** Page /operator/withdrawals: withdrawals of partners, the open ones with what can be done with them. */
export function OperatorWithdrawalsPage() {
  const list = useFilteredList(WITHDRAWAL_LIST);
  const { address, query } = list;
  const [notice, setNotice] = useState(NO_NOTICE);
  const finish = ({ id }: OperatorWithdrawal, text: string, isRefusal: boolean) => {
    removeRow(query, id);
    setNotice({ text, isRefusal });
  };
  const showChange = (changed: OperatorWithdrawal) => {
    const { status, to, toSumma } = changed;
    if (status !== 0) {
      const text = status === 1 ? 'Записано как выплаченное' : 'Отменено';
      finish(changed, `${text}: ${formatMoney(toSumma, to.currency)}.`, false);
      return;
    }
    query.change(({ results, ...page }) => ({
      ...page,
      results: results.map(one => (one.id === changed.id ? changed : one)),
    }));
  };
  return (
    <>
      <div className="account-heading">
        <h1>Выплаты партнёрам</h1>
      </div>
      <ListNotice notice={notice} />
      <FilteredList
        // Without open ones the filter still finds the others.
        list={{ ...list, isEmpty: false }}
        filterForm={
          <FilterForm label="Фильтр выплат">
            <FilterSelect
              label="Статус"
              value={address.view.status ?? ''}
              onChange={status => {
                setNotice(NO_NOTICE);
                address.setFilters({ status: parseStatus(status) });
              }}
            >
              <option value="">Ждут выплаты</option>
              <option value="paid">Выплачены</option>
              <option value="cancelled">Отменены</option>
            </FilterSelect>
          </FilterForm>
        }
        skeleton={<LoadingSkeleton className="account-skeleton" label="Загружаем выплаты" />}
        unsupported={null}
        renderEmpty={({ status }) =>
          status === null ? (
            <EmptyList title="Ни одна выплата не ждёт" text="Новая появится здесь сама." />
          ) : (
            <NothingFound text="Таких выплат пока не было." />
          )
        }
      >
        {({ data, loadedAt, isOutdated }) => (
          <ul className="line-list" aria-label="Выплаты партнёрам" aria-busy={isOutdated}>
            {data.results.map(withdrawal => (
              <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} now={loadedAt}>
                {withdrawal.status === 0 && (
                  <WithdrawalActions
                    withdrawal={withdrawal}
                    onChanged={showChange}
                    onRefused={text => {
                      if (text === null) query.refresh();
                      else finish(withdrawal, text, true);
                    }}
                  />
                )}
              </WithdrawalRow>
            ))}
          </ul>
        )}
      </FilteredList>
    </>
  );
}
