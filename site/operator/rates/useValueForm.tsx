import { useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import type { CallOptions } from '#core/api/client.ts';
import { DOUBT_CODES, type ValueChange } from '#core/contract/operator/values.ts';
import type { MessageData } from '#core/messages.ts';
import { formatStaffMessage } from '#core/staffMessages.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { useForm } from '../../elements/form/useForm.ts';
import { describeConflict } from '../claim/describeConflict.ts';

/** Whether an error asks if a suspicious value is meant. */
const isDoubt = (error: unknown): error is ApiError =>
  error instanceof ApiError && (DOUBT_CODES as readonly string[]).includes(error.code);

/** Words the code of the value's format, which the account's forms do not know. */
function translateFields(error: unknown): unknown {
  const code = error instanceof ApiError ? error.codes.value : undefined;
  if (code === undefined) return error;
  const fields = { value: [formatStaffMessage(code)] };
  return new ApiError(code, { kind: 'http', status: 400, fields });
}

/** A form that changes a value of `changeValueCall`: a doubt asks for a second press, a conflict says who was faster. */
export function useValueForm({
  present,
  value,
  isRequired = false,
  send,
  onSaved,
  onStale,
}: {
  /** The value that the page shows, as the call takes it. */
  present: string;
  /** The new value. */
  value: string;
  /** Whether an empty value, which resets or opens, is refused. */
  isRequired?: boolean;
  send: (body: ValueChange, options: CallOptions) => Promise<void>;
  onSaved: () => void;
  /** Called with who was faster. */
  onStale: (text: string) => void;
}) {
  /** The value when the form was opened; null after a conflict: the one that the page has loaded since. */
  const [seen, setSeen] = useState<string | null>(present);
  const [doubt, setDoubt] = useState<{ about: string; text: string } | null>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  const isDoubtful = doubt?.about === value;
  /** Asks about a doubt, or says who was faster. Throws any other error. */
  function explain(error: unknown): void {
    const text = describeConflict(error);
    if (isDoubt(error))
      setDoubt({ about: value, text: formatStaffMessage(error.code, error.body as MessageData) });
    else if (text === null) throw translateFields(error);
    else {
      setSeen(null);
      setDoubt(null);
      setConflict(text);
      onStale(text);
    }
  }
  const form = useForm({
    fieldNames: ['value'],
    validate: (): Record<string, string> => {
      if (value === '' && (isRequired || value === (seen ?? present)))
        return { value: formatStaffMessage('empty') };
      return value === (seen ?? present) ? { value: formatStaffMessage('value_same') } : {};
    },
    async send(_, { signal }) {
      setConflict(null);
      try {
        await send({ value, seen: seen ?? present, force: isDoubtful }, { signal });
        onSaved();
      } catch (error) {
        explain(error);
      }
    },
  });
  return {
    form,
    isDoubtful,
    /** Who was faster, or the question about a suspicious value. */
    endNote: (
      <>
        <ErrorNote text={conflict} />
        {isDoubtful && (
          <p className="value-doubt" role="alert">
            {doubt.text}. Сохранить?
          </p>
        )}
      </>
    ),
  };
}
