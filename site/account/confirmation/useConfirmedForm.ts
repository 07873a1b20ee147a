import { useRef, useState } from 'react';
import * as v from 'valibot';
import { ApiError } from '#core/api/apiError.ts';
import { ConfirmationRequired, type ConfirmationMethod } from '#core/contract/auth.ts';
import { importWithRetry } from '#core/importWithRetry.ts';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { useForm, type Form, type FormValues } from '../../elements/form/useForm.ts';
import { useProvenAccount } from './useProvenAccount.ts';

interface ConfirmedFormOptions {
  fieldNames: readonly string[];
  validate?: (values: FormValues) => Record<string, string>;
  send: (values: FormValues, call: { signal: AbortSignal }) => Promise<void>;
  /** Field of the form with the account's password. If the server accepts a password, no other proof is requested. */
  passwordField?: string;
  /** The methods to show at once, because the server has already required a proof. */
  requiredMethods?: readonly ConfirmationMethod[];
}

/** Methods whose proof is typed into a field of the same name. */
export const FIELD_METHODS = ['password', 'code'] as const satisfies readonly ConfirmationMethod[];

/** A form whose `ConfirmationFields` show the methods; none until a proof is needed. */
export interface ConfirmedForm extends Form {
  confirmationMethods: readonly ConfirmationMethod[];
  /** Sends the form with a passkey as the proof, in place of a field. */
  submitWithPasskey(): void;
}

/** The methods of proof that the server requires; null if it requires none. */
export function parseConfirmationMethods(error: unknown): readonly ConfirmationMethod[] | null {
  const parsed = v.safeParse(ConfirmationRequired, error instanceof ApiError ? error.body : null);
  return parsed.success ? parsed.output.methods : null;
}

/** Rejects again, with the error of the field `name` moved to `formField`. */
const renameField =
  (name: string, formField = name) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error;
    const rename = <T>(entries: Readonly<Record<string, T>>): Record<string, T> =>
      Object.fromEntries(
        Object.entries(entries).map(([key, entry]) => [key === name ? formField : key, entry]),
      );
    const { message, fields, codes } = error;
    throw new ApiError(message, { ...error, fields: rename(fields), codes: rename(codes) });
  };

/**
 * A form for a change that requires a recent proof of identity. If the last proof is too old, `ConfirmationFields`
 * request a new one, and the form sends the change again with it. If a passkey is the only method, its prompt
 * opens at once; cancelling it changes nothing.
 */
export function useConfirmedForm({
  fieldNames,
  validate = () => ({}),
  send,
  passwordField,
  requiredMethods = [],
}: ConfirmedFormOptions): ConfirmedForm {
  const { api, confirm } = useProvenAccount().account;
  const isPasskeyChosen = useRef(false);
  const [methods, setMethods] = useState(requiredMethods);
  const proofField = FIELD_METHODS.find(method => methods.includes(method));
  const provePasskey = async () => {
    const { confirmWithPasskey } = await importWithRetry(
      () => import('../../passkeys/confirmWithPasskey.ts'),
    );
    return confirmWithPasskey(api, confirm);
  };
  const form = useForm({
    fieldNames: [...fieldNames, ...FIELD_METHODS],
    validate(values) {
      const errors = {
        ...validate(values),
        ...(proofField &&
          !isPasskeyChosen.current &&
          listErrors({ [proofField]: findEmptyError(values[proofField]?.trim()) })),
      };
      if (Object.keys(errors).length > 0) isPasskeyChosen.current = false;
      return errors;
    },
    async send(values, call) {
      const hasChosenPasskey = isPasskeyChosen.current;
      isPasskeyChosen.current = false;
      if (hasChosenPasskey) {
        if (!(await provePasskey())) return;
        setMethods([]);
      } else if (proofField) {
        await confirm({ [proofField]: values[proofField] ?? '' });
        setMethods([]);
      }
      try {
        await send(values, call);
      } catch (error) {
        const required = parseConfirmationMethods(error);
        if (!required) throw error;
        if (!FIELD_METHODS.some(method => required.includes(method)) && required.includes('passkey')) {
          if (await provePasskey()) await send(values, call);
          return;
        }
        const ownPassword = passwordField === undefined ? undefined : values[passwordField];
        if (ownPassword === undefined || !required.includes('password')) {
          // A missing proof is not an error: the fields for it appear instead.
          setMethods(required);
          return;
        }
        await confirm({ password: ownPassword }).catch(renameField('password', passwordField));
        await send(values, call);
      }
    },
  });
  return {
    ...form,
    confirmationMethods: methods,
    submitWithPasskey() {
      isPasskeyChosen.current = true;
      form.props.ref.current?.requestSubmit();
    },
  };
}
