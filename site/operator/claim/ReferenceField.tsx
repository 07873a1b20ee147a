import { Checkbox } from '../../elements/form/Checkbox.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import type { Form } from '../../elements/form/useForm.ts';

/** The number of a transfer to the client; after a refusal also the choice to record one that another claim has. */
export const ReferenceField = ({ form, label }: { form: Form; label: string }) => (
  <>
    <TextField
      form={form}
      name="reference"
      label={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      hint="Хеш или номер перевода в банке. Клиент увидит только хеш."
    />
    {form.failure?.code === 'transfer_recorded' && (
      <Checkbox form={form} name="shared">
        Всё равно записать этот номер
      </Checkbox>
    )}
  </>
);
