import { sendCall } from '#core/api/sendCall.ts';
import {
  createReferralCodeCall,
  MAX_CODE_LABEL_LENGTH,
  type ReferralCode,
} from '#core/contract/account/referral.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { NameField } from '../../elements/form/NameField.tsx';
import { useForm } from '../../elements/form/useForm.ts';
import { useAccount } from '../accountContext.ts';

/** Creates another code, with a label. */
export function AddCodeForm({
  isFocused,
  onCreated,
}: {
  /** Whether the field gets the focus, because the previous form had it. */
  isFocused: boolean;
  onCreated: (code: ReferralCode) => void;
}) {
  const { api } = useAccount();
  const form = useForm({
    fieldNames: ['label'],
    async send({ label = '' }, { signal }) {
      onCreated(await sendCall(api, createReferralCodeCall, { body: { label }, signal }));
    },
  });
  return (
    <form {...form.props} className="one-field-form add-code" aria-label="Новый код">
      <NameField
        form={form}
        name="label"
        label="Название, если хотите"
        autoFocus={isFocused}
        maxLength={MAX_CODE_LABEL_LENGTH}
      />
      <FormEnd form={form} text="Создать код" sendingText="Создаём…" isQuiet />
    </form>
  );
}
