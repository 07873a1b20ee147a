import { useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { changeValueCall, DOUBT_CODES } from '#core/contract/operator/values.ts';
import type { MessageData } from '#core/messages.ts';
import { formatStaffMessage } from '#core/staffMessages.ts';
import { useAccount } from '../../account/accountContext.ts';
import { ConfirmationFields } from '../../account/confirmation/ConfirmationFields.tsx';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { describeConflict } from '../claim/describeConflict.ts';
import { useStaffForm } from '../staffForm.ts';

/** Whether an error is the doubt about a suspicious value. */
const isDoubt = (error: unknown): error is ApiError =>
  error instanceof ApiError && (DOUBT_CODES as readonly string[]).includes(error.code);

/** Where `changeValueCall` finds a value. */
export interface ValueTarget {
  table: string;
  key: string;
  field: string;
}

/** A form that changes a value. A doubt needs a second press; a conflict shows who was faster; a proof may be due. */
export function useValueForm({
  target,
  present,
  value,
  isRequired = false,
  validate,
  onSaved,
  onStale,
}: {
  target: ValueTarget;
  /** The value that the page shows, as the call takes it. */
  present: string;
  /** The new value. */
  value: string;
  /** Whether an empty value, which resets or opens, is refused. */
  isRequired?: boolean;
  /** Messages of the other fields of the form. */
  validate?: () => Record<string, string>;
  onSaved: () => void;
  /** Called with who was faster. */
  onStale: (text: string) => void;
}) {
  const { api } = useAccount();
  /** The value when the form was opened; null after a conflict: the one that the page has loaded since. */
  const [seen, setSeen] = useState<string | null>(present);
  const [doubt, setDoubt] = useState<{ about: string; text: string } | null>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  const isDoubtful = doubt?.about === value;
  /** Shows a doubt, or who was faster. Throws any other error. */
  function explain(error: unknown): void {
    const text = describeConflict(error);
    if (isDoubt(error))
      setDoubt({ about: value, text: formatStaffMessage(error.code, error.body as MessageData) });
    else if (text === null) throw error;
    else {
      setSeen(null);
      setDoubt(null);
      setConflict(text);
      onStale(text);
    }
  }
  const form = useStaffForm({
    fieldNames: ['value'],
    validate: (): Record<string, string> => {
      const others = validate?.() ?? {};
      if (value === '' && (isRequired || value === (seen ?? present)))
        return { ...others, value: formatStaffMessage('empty') };
      return value === (seen ?? present) ? { ...others, value: formatStaffMessage('value_same') } : others;
    },
    async send(_, { signal }) {
      setConflict(null);
      try {
        const body = { value, seen: seen ?? present, force: isDoubtful };
        await sendCall(api, changeValueCall, { ...target, body, signal });
        onSaved();
      } catch (error) {
        explain(error);
      }
    },
  });
  return {
    form,
    isDoubtful,
    /** Who was faster, the question about a suspicious value, and the fields for a proof of identity. */
    endNote: (
      <>
        <ErrorNote text={conflict} />
        {isDoubtful && (
          <p className="value-doubt" role="alert">
            {doubt.text}. Сохранить?
          </p>
        )}
        <ConfirmationFields form={form} />
      </>
    ),
  };
}
