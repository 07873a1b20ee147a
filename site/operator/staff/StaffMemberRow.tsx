import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { STAFF_ROLE_NAMES, type StaffRole } from '#core/contract/operator/staff.ts';
import {
  changeStaffRoleCall,
  type StaffList,
  type StaffListEntry,
} from '#core/contract/operator/staffList.ts';
import { pluralize } from '#core/pluralize.ts';
import { useAccount } from '../../account/accountContext.ts';
import { ConfirmationFields, ConfirmedButton } from '../../account/confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../../account/confirmation/useConfirmedForm.ts';
import { formatFullDay } from '../../account/journal/formatFullDate.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { useReplacedFocus } from '../../elements/useReplacedFocus.ts';
import { readRole, RoleSelect } from './RoleSelect.tsx';
import { describeRole } from './staffTexts.ts';

/** A change that a row can send: the call with the new role, and the message after it. */
export interface StaffChange {
  send: () => Promise<StaffList>;
  message: string;
}

/** A member of staff, and for an admin the forms that change the role or remove the member. */
export function StaffMemberRow({
  member,
  roles,
  canChange,
  onChange,
}: {
  member: StaffListEntry;
  roles: StaffList['roles'];
  canChange: boolean;
  /** Sends a change, and shows the changed list, or who was faster. Rejects with any other error. */
  onChange: (change: StaffChange) => Promise<void>;
}) {
  const { id, name, role, isMe, invitedBy, since, activeAt, hasFactor, claims } = member;
  const { api } = useAccount();
  const [action, setAction] = useState<'role' | 'remove' | null>(null);
  /** The role that the person saw when the form was opened: the list is loaded again meanwhile. */
  const [seen, setSeen] = useState(role);
  const open = (chosen: 'role' | 'remove') => {
    setSeen(role);
    setAction(chosen);
  };
  const ref = useReplacedFocus(action);
  const change = async (next: StaffRole | null, signal: AbortSignal) => {
    await onChange({
      send: () => sendCall(api, changeStaffRoleCall, { id, body: { role: next, seen }, signal }),
      message: next === null ? `${name} больше не сотрудник.` : `${name}: теперь ${STAFF_ROLE_NAMES[next]}.`,
    });
    setAction(null);
  };
  const cancelButton = (
    <button type="button" className="button quiet" onClick={() => setAction(null)}>
      Отмена
    </button>
  );
  return (
    <li className="staff-member" data-row="">
      <div>
        <p className="staff-name">
          {name} {isMe && <span className="meta">это вы</span>}
        </p>
        <p>
          <b>{STAFF_ROLE_NAMES[role]}</b>: {describeRole(roles, role)}
        </p>
        <p className="meta">
          С {formatFullDay(since)}, роль от {invitedBy}.{' '}
          {activeAt === null ? 'Открытых входов нет' : `На сайте: ${formatDateTime(activeAt)}`}
          {claims > 0 && `. В работе ${pluralize(claims, ['заявка', 'заявки', 'заявок'])}`}.
        </p>
        {!hasFactor && (
          <p className="staff-warning">Нет ни ключа доступа, ни кода: работать пока не сможет.</p>
        )}
      </div>
      {canChange && (
        <div className="staff-actions" ref={ref}>
          {isMe && <p className="meta">Вашу роль меняет другой администратор.</p>}
          {!isMe && action === null && (
            <>
              <button
                type="button"
                className="button"
                aria-label={`Сменить роль: ${name}`}
                onClick={() => open('role')}
              >
                Сменить роль
              </button>
              <button
                type="button"
                className="button quiet"
                aria-label={`Удалить: ${name}`}
                onClick={() => open('remove')}
              >
                Удалить
              </button>
            </>
          )}
          {action === 'role' && (
            <RoleForm member={member} roles={roles} onSend={change}>
              {cancelButton}
            </RoleForm>
          )}
          {action === 'remove' && (
            <ConfirmedButton
              className="claim-action-form"
              aria-label={`Удаление: ${name}`}
              hint={`Доступ закроется сразу${claims > 0 ? ', взятые заявки освободятся' : ''}. Аккаунт на сайте останется. Напишем ему и администраторам.`}
              text="Удалить из сотрудников"
              sendingText="Удаляем…"
              send={signal => change(null, signal)}
            >
              {cancelButton}
            </ConfirmedButton>
          )}
        </div>
      )}
    </li>
  );
}

function RoleForm({
  member: { name, role },
  roles,
  onSend,
  children,
}: {
  member: StaffListEntry;
  roles: StaffList['roles'];
  onSend: (role: StaffRole, signal: AbortSignal) => Promise<void>;
  children: React.ReactNode;
}) {
  const form = useConfirmedForm({
    fieldNames: [],
    send: (values, { signal }) => onSend(readRole(roles, values.role), signal),
  });
  return (
    <form {...form.props} className="claim-action-form" aria-label={`Роль: ${name}`}>
      <p className="section-text">
        Сейчас {STAFF_ROLE_NAMES[role]}: {describeRole(roles, role)}. Новая роль действует сразу. Напишем
        сотруднику и администраторам.
      </p>
      <RoleSelect form={form} roles={roles} initial={role} />
      <ConfirmationFields form={form} />
      <FormEnd form={form} text="Сменить роль" sendingText="Меняем…" isQuiet />
      {children}
    </form>
  );
}
