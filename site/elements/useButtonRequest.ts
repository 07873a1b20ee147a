import { useState } from 'react';
import { toErrorCode } from '#core/api/apiError.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';

const describeCode = (error: unknown): string => formatAccountMessage<string>(toErrorCode(error));

/** A request of a button, one at a time. `errorText`: why the last one failed, for an `ErrorNote`. */
export function useButtonRequest(describe: (error: unknown) => string = describeCode) {
  const [isSending, setIsSending] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);

  async function send(request: () => Promise<void>): Promise<void> {
    if (isSending) return;
    setIsSending(true);
    setErrorText(null);
    try {
      await request();
    } catch (error) {
      setErrorText(describe(error));
    }
    setIsSending(false);
  }

  return { isSending, errorText, send };
}
