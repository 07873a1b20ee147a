import { useState } from 'react';
import { toErrorCode } from '#core/api/apiError.ts';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { useForm, type Form, type FormValues } from '../../elements/form/useForm.ts';
import { useAccount } from '../accountContext.ts';

interface ConfirmedFormOptions {
  fieldNames: readonly string[];
  validate?: (values: FormValues) => Record<string, string>;
  send: (values: FormValues, call: { signal: AbortSignal }) => Promise<void>;
}

/**
 * A form for a change that needs a recent proof of who the user is. If the last one is too old, the form asks for the
 * password, in the field of `PasswordConfirmation`, and sends the change after it.
 */
export function useConfirmedForm({
  fieldNames,
  validate = () => ({}),
  send,
}: ConfirmedFormOptions): Form & { isPasswordNeeded: boolean } {
  const { confirm } = useAccount();
  const [isPasswordNeeded, setIsPasswordNeeded] = useState(false);
  const form = useForm({
    fieldNames: [...fieldNames, 'password'],
    validate: values => ({
      ...validate(values),
      ...(isPasswordNeeded && listErrors({ password: findEmptyError(values.password) })),
    }),
    async send(values, call) {
      if (isPasswordNeeded) {
        await confirm(values.password ?? '');
        setIsPasswordNeeded(false);
      }
      try {
        await send(values, call);
      } catch (error) {
        if (toErrorCode(error) === 'confirm_required') setIsPasswordNeeded(true);
        throw error;
      }
    },
  });
  return { ...form, isPasswordNeeded };
}
