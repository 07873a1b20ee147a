import { useState } from 'react';
import { STAFF_ROLE_NAMES, type StaffRole } from '#core/contract/operator/staff.ts';
import type { StaffList } from '#core/contract/operator/staffList.ts';
import type { Form } from '../../elements/form/useForm.ts';
import { describeRole } from './staffTexts.ts';

/** The field `role` of a form; what the chosen role allows is below it. */
export function RoleSelect({
  form,
  roles,
  initial,
}: {
  form: Form;
  roles: StaffList['roles'];
  initial: StaffRole;
}) {
  const [role, setRole] = useState(initial);
  const id = `${form.id}-role`;
  return (
    <div className="form-field">
      <label htmlFor={id}>Роль</label>
      <select
        id={id}
        name="role"
        value={role}
        aria-describedby={`${id}-hint`}
        onChange={event => setRole(roles.find(one => one.role === event.target.value)?.role ?? role)}
      >
        {roles.map(one => (
          <option key={one.role} value={one.role}>
            {STAFF_ROLE_NAMES[one.role]}
          </option>
        ))}
      </select>
      <p className="form-hint" id={`${id}-hint`}>
        Сможет: {describeRole(roles, role)}.
      </p>
    </div>
  );
}

/** Reads the field. */
export const readRole = (roles: StaffList['roles'], value: string | undefined): StaffRole =>
  roles.find(({ role }) => role === value)?.role ?? 'support';
