import { useRef, useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { listStaffCall, type StaffList } from '#core/contract/operator/staffList.ts';
import { LIST_POLLING, type ServerQuery } from '#core/serverQuery.ts';
import { RefreshFailure } from '../../account/list/RefreshFailure.tsx';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { describeConflict } from '../claim/describeConflict.ts';
import { useStaff } from '../staffContext.ts';
import { InviteForm } from './InviteForm.tsx';
import { StaffMemberRow, type StaffChange } from './StaffMemberRow.tsx';
import '../../account/list/list.css';
import './staffList.css';

/** Page /operator/staff: who works here with which role; an admin invites, changes and removes. */
export function StaffListPage() {
  const query = useAccountQuery((api, options) => sendCall(api, listStaffCall, options), {
    polling: LIST_POLLING,
    isUnsupported: () => false,
  });
  return (
    <>
      <div className="account-heading">
        <h1>Сотрудники</h1>
      </div>
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="account-skeleton" label="Загружаем сотрудников" />}
      >
        {({ data }) => (
          <>
            <RefreshFailure query={query} subject="Список" />
            <StaffContent list={data} query={query} />
          </>
        )}
      </QueryContent>
    </>
  );
}

function StaffContent({
  list: { roles, members },
  query,
}: {
  list: StaffList;
  query: ServerQuery<StaffList>;
}) {
  const canChange = useStaff().rights.includes('staff');
  const [isInviting, setIsInviting] = useState(false);
  const [message, setMessage] = useState('');
  const [conflict, setConflict] = useState<string | null>(null);
  const messageRef = useRef<HTMLParagraphElement>(null);
  const showChange = (list: StaffList, text: string) => {
    setMessage(text);
    query.change(() => list);
    // The form that had the focus closes.
    messageRef.current?.focus();
  };
  const change = async ({ send, message: text }: StaffChange) => {
    setMessage('');
    setConflict(null);
    try {
      showChange(await send(), text);
    } catch (error) {
      const conflictText = describeConflict(error);
      if (conflictText === null) throw error;
      setConflict(conflictText);
      query.refresh();
    }
  };
  return (
    <>
      {canChange ? (
        <button
          type="button"
          className="button"
          aria-expanded={isInviting}
          onClick={() => setIsInviting(!isInviting)}
        >
          Пригласить
        </button>
      ) : (
        <p className="section-text">Роли даёт и&nbsp;меняет администратор.</p>
      )}
      {isInviting && (
        <InviteForm
          roles={roles}
          onInvited={(list, email) => {
            setIsInviting(false);
            showChange(list, `${email} теперь сотрудник. Попросите войти и\u00a0открыть /operator.`);
          }}
        />
      )}
      <p className="form-hint" role="status" ref={messageRef} tabIndex={-1}>
        {message}
      </p>
      <ErrorNote text={conflict} />
      <ul className="line-list">
        {members.map(member => (
          <StaffMemberRow
            key={member.id}
            member={member}
            roles={roles}
            canChange={canChange}
            onChange={change}
          />
        ))}
      </ul>
    </>
  );
}
