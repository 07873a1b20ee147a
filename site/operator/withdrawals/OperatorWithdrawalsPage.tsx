import { useEffect, useRef, useState } from 'react';
import { listOperatorWithdrawalsCall, type OperatorWithdrawal } from '#core/contract/operator/withdrawals.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { operatorWithdrawalFilters } from '#core/operator/operatorWithdrawalFilters.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { FilteredList, useFilteredList } from '../../account/list/FilteredList.tsx';
import { FilterForm } from '../../account/list/FilterForm.tsx';
import { FilterSelect } from '../../account/list/FilterSelect.tsx';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { WithdrawalActions } from './WithdrawalActions.tsx';
import { WithdrawalRow } from './WithdrawalRow.tsx';
import './withdrawals.css';

const WITHDRAWAL_LIST = {
  call: listOperatorWithdrawalsCall,
  filters: operatorWithdrawalFilters,
  forms: ['выплата', 'выплаты', 'выплат'],
} as const;

/** What happened to a withdrawal that has left the list. */
interface Notice {
  text: string;
  isRefusal: boolean;
}

const NO_NOTICE: Notice = { text: '', isRefusal: false };

/** Page /operator/withdrawals: withdrawals of partners, the open ones with what can be done with them. */
export function OperatorWithdrawalsPage() {
  const list = useFilteredList(WITHDRAWAL_LIST);
  const { address, query } = list;
  const [notice, setNotice] = useState(NO_NOTICE);
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The row that had the focus is gone.
    if (notice !== NO_NOTICE) noticeRef.current?.focus();
  }, [notice]);
  const removeRow = ({ id }: OperatorWithdrawal, next: Notice) => {
    query.change(({ count, results, ...page }) => ({
      ...page,
      count: count - 1,
      results: results.filter(one => one.id !== id),
    }));
    query.refresh();
    setNotice(next);
  };
  const showChange = (changed: OperatorWithdrawal) => {
    if (changed.status !== 0)
      return removeRow(changed, {
        text: `${changed.status === 1 ? 'Записано как выплаченное' : 'Отменено'}: ${formatMoney(changed.toSumma, changed.to.currency)}.`,
        isRefusal: false,
      });
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
      <div className="withdrawal-notice" ref={noticeRef} tabIndex={-1}>
        <ErrorNote text={notice.isRefusal ? notice.text : null} />
        <p className="form-hint" role="status">
          {!notice.isRefusal && notice.text}
        </p>
      </div>
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
                address.setFilters({
                  status: operatorWithdrawalFilters.parse(new URLSearchParams({ status })).status,
                });
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
        renderEmpty={({ status }) => (
          <p className="list-empty" role="status">
            {status === null
              ? 'Ни\u00a0одна выплата не\u00a0ждёт. Новая появится здесь сама.'
              : 'Таких выплат нет.'}
          </p>
        )}
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
                      else removeRow(withdrawal, { text, isRefusal: true });
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
