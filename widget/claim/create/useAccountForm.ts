import { useEffect, useState } from 'react';
import type { AccountForm } from '../../accountConnection.ts';
import type { WidgetContext } from '../../widgetContext.ts';

/** The parts of the form for logged-in visitors; null for guests, and until their code is loaded. */
export function useAccountForm({ element, exchange }: WidgetContext): AccountForm | null {
  const [form, setForm] = useState<AccountForm | null>(null);
  useEffect(() => {
    let opened: AccountForm | undefined;
    let isClosed = false;
    element?.loadAccountForm?.().then(
      open => {
        if (!isClosed) setForm((opened = open({ exchange, element })));
      },
      // The form works as a guest's.
      () => undefined,
    );
    return () => {
      isClosed = true;
      opened?.dispose();
    };
  }, [element, exchange]);
  return form;
}
