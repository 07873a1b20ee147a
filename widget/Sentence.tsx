import { useEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { MessageData } from '#core/messages.ts';
import { chunk } from './chunk.ts';

/** Fetched with the first touch, or when there is something to say. */
export const later = chunk(() => import('./later.ts'));

/** The sentence of a code; `otherwise` until the sentences are here. */
export function Sentence({ code, data, otherwise }: { code: string; data?: MessageData; otherwise: string }) {
  useSignals();
  useEffect(() => void later.load(), []);
  return later.module.value?.message(code, data) ?? otherwise;
}
