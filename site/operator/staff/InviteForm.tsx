import { sendCall } from '#core/api/sendCall.ts';
import { inviteStaffCall, type StaffList } from '#core/contract/operator/staffList.ts';
import { useAccount } from '../../account/accountContext.ts';
import { ConfirmationFields } from '../../account/confirmation/ConfirmationFields.tsx';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { EmailField } from '../../elements/form/TextField.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { readRole, RoleSelect } from './RoleSelect.tsx';
import { useStaffForm } from '../staffForm.ts';

/** Makes an account a member of staff. `onInvited` gets its e-mail. */
export function InviteForm({
  roles,
  onInvited,
  onClose,
}: {
  roles: StaffList['roles'];
  onInvited: (list: StaffList, email: string) => void;
  onClose: () => void;
}) {
  const { api } = useAccount();
  const form = useStaffForm({
    fieldNames: ['email'],
    validate: values => listErrors({ email: findEmptyError(values.email?.trim()) }),
    async send({ email = '', role }, { signal }) {
      const body = { email: email.trim(), role: readRole(roles, role) };
      onInvited(await sendCall(api, inviteStaffCall, { body, signal }), body.email);
    },
  });
  return (
    <ActionForm
      form={form}
      label="Пригласить сотрудника"
      text="Пригласить"
      sendingText="Приглашаем…"
      onClose={onClose}
    >
      <p className="section-text">
        Аккаунт получит доступ сразу, письмо об этом придёт ему и администраторам. Чтобы войти, человеку нужен
        ключ доступа или код из приложения: чего не хватает, написано на странице «Рабочее место».
      </p>
      <EmailField
        form={form}
        label="Почта аккаунта"
        autoComplete="off"
        hint="Человек должен быть зарегистрирован на сайте."
      />
      <RoleSelect form={form} roles={roles} initial="support" />
      <ConfirmationFields form={form} />
    </ActionForm>
  );
}
