import { useState } from 'react';
import * as v from 'valibot';
import { ApiError } from '#core/api/apiError.ts';
import { ConfirmationRequired, type ConfirmationMethod } from '#core/contract/auth.ts';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { useForm, type Form, type FormValues } from '../../elements/form/useForm.ts';
import { useAccount } from '../accountContext.ts';

interface ConfirmedFormOptions {
  fieldNames: readonly string[];
  validate?: (values: FormValues) => Record<string, string>;
  send: (values: FormValues, call: { signal: AbortSignal }) => Promise<void>;
  /** Field of the form that has the account's password: it is the proof then, and the form asks for nothing else. */
  passwordField?: string;
}

/** Methods whose proof is typed into a field of the same name. */
const FIELD_METHODS = ['password', 'code'] as const satisfies readonly ConfirmationMethod[];

/** A form whose `ConfirmationFields` show one of the methods; there are none as long as no proof is needed. */
export interface ConfirmedForm extends Form {
  confirmationMethods: readonly ConfirmationMethod[];
}

function parseConfirmationMethods(error: unknown): readonly ConfirmationMethod[] | null {
  const parsed = v.safeParse(ConfirmationRequired, error instanceof ApiError ? error.body : null);
  return parsed.success ? parsed.output.methods : null;
}

/**
 * A form for a change that needs a recent proof of who the user is. If the last one is too old, the form asks for a
 * proof, in its `ConfirmationFields`, and sends the change after it.
 */
export function useConfirmedForm({
  fieldNames,
  validate = () => ({}),
  send,
  passwordField,
}: ConfirmedFormOptions): ConfirmedForm {
  const { confirm } = useAccount();
  const [methods, setMethods] = useState<readonly ConfirmationMethod[]>([]);
  const proofField = FIELD_METHODS.find(method => methods.includes(method));
  const form = useForm({
    fieldNames: [...fieldNames, ...FIELD_METHODS],
    validate: values => ({
      ...validate(values),
      ...(proofField && listErrors({ [proofField]: findEmptyError(values[proofField]?.trim()) })),
    }),
    async send(values, call) {
      if (proofField) {
        await confirm({ [proofField]: values[proofField] ?? '' });
        setMethods([]);
      }
      try {
        await send(values, call);
      } catch (error) {
        const required = parseConfirmationMethods(error);
        if (!required) throw error;
        const ownPassword = passwordField === undefined ? undefined : values[passwordField];
        if (ownPassword === undefined || !required.includes('password')) {
          setMethods(required);
          throw error;
        }
        await confirm({ password: ownPassword });
        await send(values, call);
      }
    },
  });
  return { ...form, confirmationMethods: methods };
}
