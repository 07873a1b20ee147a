import { ApiError } from '#core/api/apiError.ts';
import type { MessageData } from '#core/messages.ts';
import { formatStaffMessage, STAFF_MESSAGE_CODES } from '#core/staffMessages.ts';
import { useConfirmedForm } from '../account/confirmation/useConfirmedForm.ts';

/** Adds messages that the account's forms lack. Those of fields are the server's; codes of staff have their own. */
export function keepSentences(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { message, body } = error;
  const code = error.isOutcomeUnknown ? 'outcome_unknown' : error.code;
  const fields = STAFF_MESSAGE_CODES.includes(code)
    ? { form: [formatStaffMessage(code, body as MessageData)] }
    : error.fields;
  return new ApiError(message, { ...error, fields, codes: {} });
}

/** Like `useConfirmedForm`, with the messages that only staff reads. */
export const useStaffForm = ({ send, ...options }: Parameters<typeof useConfirmedForm>[0]) =>
  useConfirmedForm({
    ...options,
    send: (values, call) =>
      send(values, call).catch((error: unknown) => {
        throw keepSentences(error);
      }),
  });
