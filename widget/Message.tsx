import { useEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { MessageData } from '#core/messages.ts';
import { createLazyModule } from './lazy/lazyModule.ts';

/** Fetched with the first touch, or when there is something to say. */
export const lazyFormExtras = createLazyModule(() => import('./lazy/formExtras.ts'));

/** The sentence of a code; `otherwise` until the sentences are here. */
export function Message({ code, data, fallback }: { code: string; data?: MessageData; fallback: string }) {
  useSignals();
  useEffect(() => void lazyFormExtras.load(), []);
  return lazyFormExtras.module.value?.formatMessage(code, data) ?? fallback;
}
