import { useState } from 'react';
import { listStaffCall, type StaffList } from '#core/contract/operator/staffList.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import { DeskPage } from '../DeskContent.tsx';
import { describeConflict } from '../claim/describeConflict.ts';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';
import { useStaff } from '../staffContext.ts';
import { InviteForm } from './InviteForm.tsx';
import { StaffMemberRow, type StaffChange } from './StaffMemberRow.tsx';
import './staffList.css';

/** Page /operator/staff: who works here with which role; an admin invites, changes and removes. */
export const StaffListPage = () => (
  <DeskPage title="Сотрудники" call={listStaffCall} subject="Список">
    {(list, query) => <StaffContent list={list} query={query} />}
  </DeskPage>
);

function StaffContent({
  list: { roles, members },
  query,
}: {
  list: StaffList;
  query: ServerQuery<StaffList>;
}) {
  const canChange = useStaff().rights.includes('staff');
  const [isInviting, setIsInviting] = useState(false);
  const [notice, setNotice] = useState(NO_NOTICE);
  const showChange = (list: StaffList, text: string) => {
    setNotice({ text, isRefusal: false });
    query.change(() => list);
  };
  const change = async ({ send, message }: StaffChange) => {
    setNotice(NO_NOTICE);
    try {
      showChange(await send(), message);
    } catch (error) {
      const text = describeConflict(error);
      if (text === null) throw error;
      setNotice({ text, isRefusal: true });
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
        <p className="section-text">Роли даёт и меняет администратор.</p>
      )}
      {isInviting && (
        <InviteForm
          roles={roles}
          onInvited={(list, email) => {
            setIsInviting(false);
            showChange(list, `${email} теперь сотрудник. Попросите войти и открыть /operator.`);
          }}
          onClose={() => setIsInviting(false)}
        />
      )}
      <ListNotice notice={notice} />
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
