import { sendCall } from '#core/api/sendCall.ts';
import { addPromocodeCall } from '#core/contract/operator/terms/discounts.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';
import { useAccount } from '../../account/accountContext.ts';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { Checkbox } from '../../elements/form/Checkbox.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { EffectList } from '../ActionButton.tsx';
import { useStaffForm } from '../staffForm.ts';

/** Adds a promocode, which is on at once. `onAdded` gets a message. */
export function AddPromocodeForm({
  onAdded,
  onClose,
}: {
  onAdded: (text: string) => void;
  onClose: () => void;
}) {
  const { api } = useAccount();
  const form = useStaffForm({
    fieldNames: ['code', 'percent', 'until'],
    validate: ({ code, percent }) =>
      listErrors({ code: findEmptyError(code?.trim()), percent: findEmptyError(percent?.trim()) }),
    async send({ code = '', percent = '', isSingleUse, until }, { signal }) {
      const name = code.trim().toUpperCase();
      const body = {
        code: name,
        percent: normalizeDecimal(percent),
        isSingleUse: isSingleUse !== undefined,
        until: until || null,
      };
      await sendCall(api, addPromocodeCall, { body, signal });
      onAdded(`${name} добавлен и включён.`);
    },
  });
  return (
    <ActionForm
      form={form}
      label="Добавить промокод"
      sendingText="Добавляем…"
      className="value-editor"
      onClose={onClose}
    >
      <EffectList
        texts={[
          'Клиент вернёт себе эту долю маржи, но не больше 1 % курса',
          'Работает сразу, без конца или по последний день включительно',
        ]}
      />
      <TextField
        form={form}
        name="code"
        label="Код"
        hint="От 3 до 32 латинских букв, цифр или дефисов. Большие и маленькие равны."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
      />
      <TextField
        form={form}
        name="percent"
        label="Доля маржи, %"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
      />
      <TextField
        form={form}
        name="until"
        label="Последний день"
        hint="По московскому времени. Пусто — без конца."
        type="date"
      />
      <Checkbox form={form} name="isSingleUse">
        На одну заявку
      </Checkbox>
    </ActionForm>
  );
}
