import { useEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { MessageData } from '#core/messages.ts';
import { createLazyModule } from './lazy/lazyModule.ts';

/** Messages and notices of the form. Loaded on the first interaction, or when a message is shown. */
export const lazyFormExtras = createLazyModule(() => import('./lazy/formExtras.ts'));

/** The message of an error code; `fallback` until the messages are loaded. */
export function Message({ code, data, fallback }: { code: string; data?: MessageData; fallback: string }) {
  useSignals();
  useEffect(() => void lazyFormExtras.load(), []);
  return lazyFormExtras.module.value?.formatMessage(code, data) ?? fallback;
}
