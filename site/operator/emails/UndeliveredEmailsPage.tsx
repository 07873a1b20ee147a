import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import {
  changeUndeliveredEmailCall,
  listUndeliveredEmailsCall,
  type UndeliveredEmail,
} from '#core/contract/operator/undeliveredEmails.ts';
import { defineFilters } from '#core/account/listFilters.ts';
import { pluralize } from '#core/pluralize.ts';
import { useAccount } from '../../account/accountContext.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { EmptyList, NothingFound } from '../../account/list/EmptyList.tsx';
import { FilteredList, useFilteredList } from '../../account/list/FilteredList.tsx';
import { FilterForm } from '../../account/list/FilterForm.tsx';
import { FilterSelect } from '../../account/list/FilterSelect.tsx';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { useButtonRequest } from '../../elements/useButtonRequest.ts';
import { ClaimLink } from '../ClaimLink.tsx';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';
import { getEmailKindText } from '../emailKindTexts.ts';
import { removeRow } from '../removeRow.ts';
import { useStaff } from '../staffContext.ts';
import { describeFailure, describeEmailRefusal } from './emailRefusal.ts';
import './undeliveredEmails.css';

const UNDELIVERED_EMAIL_LIST = {
  call: listUndeliveredEmailsCall,
  // Null: the dead ones.
  filters: defineFilters({ state: ['state', text => (text === 'delayed' ? text : null)] }),
  forms: ['письмо', 'письма', 'писем'],
} as const;

const ATTEMPT_FORMS = ['попытка', 'попытки', 'попыток'] as const;

/** Page /operator/emails: e-mails to clients that could not be sent. */
export function UndeliveredEmailsPage() {
  const list = useFilteredList(UNDELIVERED_EMAIL_LIST);
  const { address, query } = list;
  const [notice, setNotice] = useState(NO_NOTICE);
  return (
    <>
      <div className="account-heading">
        <h1>Письма</h1>
      </div>
      <ListNotice notice={notice} />
      <FilteredList
        // Without dead ones the filter still finds the delayed ones.
        list={{ ...list, isEmpty: false }}
        filterForm={
          <FilterForm label="Фильтр писем">
            <FilterSelect
              label="Состояние"
              value={address.view.state ?? ''}
              onChange={state => {
                setNotice(NO_NOTICE);
                address.setFilters({ state: state === 'delayed' ? state : null });
              }}
            >
              <option value="">Не дошли</option>
              <option value="delayed">Ещё отправляем</option>
            </FilterSelect>
          </FilterForm>
        }
        skeleton={<LoadingSkeleton className="account-skeleton" label="Загружаем письма" />}
        unsupported={null}
        renderEmpty={({ state }) =>
          state === null ? (
            <EmptyList title="Все письма дошли" text="Не дошедшее появится здесь само." />
          ) : (
            <NothingFound text="Ни одно письмо не ждёт новой попытки." />
          )
        }
      >
        {({ data, isOutdated }) => (
          <ul className="line-list" aria-label="Письма" aria-busy={isOutdated}>
            {data.results.map(email => (
              <UndeliveredEmailRow
                key={email.id}
                email={email}
                onDone={(text, isRefusal) => {
                  if (isRefusal) query.refresh();
                  else removeRow(query, email.id);
                  setNotice({ text, isRefusal });
                }}
              />
            ))}
          </ul>
        )}
      </FilteredList>
    </>
  );
}

function UndeliveredEmailRow({
  email,
  onDone,
}: {
  email: UndeliveredEmail;
  /** Called with what happened to the e-mail, which may not be in the list any more. */
  onDone: (text: string, isRefusal: boolean) => void;
}) {
  const { api } = useAccount();
  const { rights } = useStaff();
  const [isDropping, setIsDropping] = useState(false);
  const { isSending, errorText, send } = useButtonRequest();
  const { id, kind, claim, domain, attempts, failure, createdAt, deadAt, nextAt, isExpired } = email;
  const change = (action: 'retry' | 'drop', doneText: string) =>
    void send(async () => {
      try {
        await sendCall(api, changeUndeliveredEmailCall, { email: String(id), body: { action } });
        onDone(doneText, false);
      } catch (error) {
        const text = describeEmailRefusal(error);
        if (text === null) throw error;
        onDone(text, true);
      }
    });
  const name = [getEmailKindText(kind), claim && `№ ${claim.publicNumber}`].filter(Boolean).join(' ');
  const facts = [
    pluralize(attempts, ATTEMPT_FORMS),
    failure !== null && describeFailure(failure),
    isExpired && 'ссылка в письме больше не действует',
  ];
  return (
    <li className="undelivered-email">
      <p>
        {getEmailKindText(kind)}
        {claim && (
          <>
            {' '}
            <span data-row="">
              <ClaimLink claim={claim} />
            </span>
          </>
        )}
        <small className="numeric">
          {domain}, {facts.filter(Boolean).join(', ')}
        </small>
      </p>
      <p className="numeric">
        {deadAt === null
          ? `следующая попытка ${formatDateTime(nextAt)}`
          : `не дошло ${formatDateTime(deadAt)}`}
        <small>создано {formatDateTime(createdAt)}</small>
      </p>
      {rights.includes('undelivered_emails') && (
        <div className="undelivered-email-actions">
          {!isExpired && (
            <button
              type="button"
              className="button"
              aria-label={`Отправить ещё раз: ${name}`}
              aria-disabled={isSending}
              onClick={() =>
                change(
                  'retry',
                  'Письмо отправляем. Если не получится, оно появится среди тех, что ещё отправляем.',
                )
              }
            >
              Отправить ещё раз
            </button>
          )}
          <button
            type="button"
            className="button quiet"
            aria-label={`Удалить: ${name}`}
            aria-expanded={isDropping}
            onClick={() => setIsDropping(!isDropping)}
          >
            Удалить
          </button>
          {isDropping && (
            <div className="claim-action-form">
              <p className="section-text">Клиент не получит это письмо. Вернуть его нельзя.</p>
              <button
                type="button"
                className="button primary"
                aria-disabled={isSending}
                onClick={() => change('drop', 'Письмо удалено.')}
              >
                Удалить письмо
              </button>
            </div>
          )}
          <ErrorNote text={errorText} />
        </div>
      )}
    </li>
  );
}
