import { useEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { MessageData } from '#core/messages.ts';
import { chunk } from './chunk.ts';

/** All sentences for codes. The form needs one only when something is wrong, so they are fetched with the first touch. */
export const words = chunk(() => import('#core/messages.ts'));

/** The sentence of a code; `otherwise` until the sentences are here. */
export function Sentence({ code, data, otherwise }: { code: string; data?: MessageData; otherwise: string }) {
  useSignals();
  useEffect(() => void words.load(), []);
  return words.module.value?.message(code, data) ?? otherwise;
}
