import { useEffect, useRef } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { RequisiteField } from '#core/contract/course/pair.ts';
import { createLazyModule } from '../../lazy/lazyModule.ts';

/** Loads with a field for a card or a phone. Until then the field shows the typed text. */
const lazyDigitMask = createLazyModule(() => import('./digitMask.ts'));

/**
 * Formats a card or phone while typing; null for other types. The mask sets the input's text, so React must not: a
 * controlled input would break the composition of an input method.
 */
export function useDigitMask(type: RequisiteField['type']) {
  useSignals();
  const inputRef = useRef<HTMLInputElement>(null);
  const digitType = type === 'card' || type === 'phone' ? type : null;
  const mask = lazyDigitMask.module.value;
  useEffect(() => void (digitType && lazyDigitMask.load()), [digitType]);
  useEffect(
    () =>
      mask && digitType && inputRef.current ? mask.attachDigitMask(digitType, inputRef.current) : undefined,
    [mask, digitType],
  );
  return digitType && { inputRef, removeSeparators: (text: string) => text.replace(/[\s-]/g, '') };
}
