import { useState } from 'react';
import { STAFF_ROLE_NAMES, type StaffRole } from '#core/contract/operator/staff.ts';
import type { StaffList } from '#core/contract/operator/staffList.ts';
import { SelectField } from '../../elements/form/SelectField.tsx';
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
  return (
    <SelectField
      form={form}
      name="role"
      label="Роль"
      options={roles.map(one => ({ value: one.role, label: STAFF_ROLE_NAMES[one.role] }))}
      value={role}
      onChange={value => setRole(readRole(roles, value))}
      hint={`Сможет: ${describeRole(roles, role)}.`}
    />
  );
}

/** Reads the field. */
export const readRole = (roles: StaffList['roles'], value: string | undefined): StaffRole =>
  roles.find(({ role }) => role === value)?.role ?? 'support';
