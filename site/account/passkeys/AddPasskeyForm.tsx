import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { toPasskeyFormError } from '../../passkeys/describePasskeyFailure.ts';
import { ConfirmationFields } from '../confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../confirmation/useConfirmedForm.ts';

/** Adds a passkey of this device. `onAdd` opens the browser's prompt. */
export function AddPasskeyForm({ onAdd }: { onAdd: () => Promise<void> }) {
  const form = useConfirmedForm({
    fieldNames: [],
    send: () =>
      onAdd().catch((error: unknown) => {
        throw toPasskeyFormError(error);
      }),
  });
  return (
    <form {...form.props} className="passkey-form" aria-label="Новый ключ">
      <ConfirmationFields form={form} />
      <FormEnd form={form} text="Добавить ключ" sendingText="Ждём ключ…" isQuiet />
    </form>
  );
}
