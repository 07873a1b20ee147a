import {
  Maskito,
  maskitoTransform,
  maskitoUpdateElement,
  type MaskitoOptions,
  type MaskitoPlugin,
  type MaskitoPreprocessor,
} from '@maskito/core';
import { stripDigitSeparators } from '#core/exchange/requisites/validateRequisite.ts';

/** The types of fields that are formatted while typing. */
export type DigitFieldType = 'card' | 'phone';

const DIGIT = /\d/;

/** Creates the mask of groups of digits. */
const createGroups = (separator: string, ...sizes: number[]) =>
  sizes.flatMap((size, index) => [...(index === 0 ? [] : [separator]), ...Array<RegExp>(size).fill(DIGIT)]);

/** Groups of four. Longer numbers are not cut, so that the validation can refuse them. */
const CARD_MASK = createGroups(' ', 4, 4, 4, 4, 4, 4);

/** «+7 900 000-00-00» and superfluous digits. */
const RUSSIAN_PHONE_MASK = [
  '+',
  '7',
  ' ',
  ...createGroups(' ', 3, 3),
  '-',
  ...createGroups('-', 2, 2),
  ...Array<RegExp>(5).fill(DIGIT),
];

/** A foreign number stays as it is: the validation explains that it must be Russian. */
const FOREIGN_PHONE_MASK = ['+', ...Array<RegExp>(15).fill(DIGIT)];

const isForeignPhone = (text: string) => /^\+(?!7)\d/.test(stripDigitSeparators(text));

/** Completes the start of a Russian number: «8 900», «7 900» and «900» become «+7900». */
function normalizePhoneStart(text: string): string {
  const number = stripDigitSeparators(text);
  if (/^[78]/.test(number)) return `+7${number.slice(1)}`;
  return /^\d/.test(number) ? `+7${number}` : number;
}

/** Digits of a number without its country. A pasted text of this length is a whole number. */
const NATIONAL_NUMBER_LENGTH = 10;

/** Normalizes a number where its start is entered: in an empty field, in place of all text, or over «+7». */
const normalizePhone: MaskitoPreprocessor = ({ elementState, data }, action) => {
  const { value, selection } = elementState;
  if (action === 'insert') {
    const [start, end] = selection;
    const kept = stripDigitSeparators(value.slice(0, start) + value.slice(end));
    const isWholeNumber = data.replace(/\D/g, '').length >= NATIONAL_NUMBER_LENGTH;
    if (kept === '' || (isWholeNumber && /^\+7?$/.test(kept)))
      return { elementState: { value: '', selection: [0, 0] }, data: normalizePhoneStart(data) };
  }
  // Text that was not typed, for example by autofill.
  if (action === 'validation' && !value.startsWith('+')) {
    const number = normalizePhoneStart(value);
    const caret = number.length - stripDigitSeparators(value.slice(selection[1])).length;
    return { elementState: { value: number, selection: [caret, caret] }, data };
  }
  return { elementState, data };
};

const MASKS: Readonly<Record<DigitFieldType, MaskitoOptions>> = {
  card: { mask: CARD_MASK },
  phone: {
    mask: ({ value }) => (isForeignPhone(value) ? FOREIGN_PHONE_MASK : RUSSIAN_PHONE_MASK),
    preprocessors: [normalizePhone],
  },
};

/**
 * Formats what was typed before the mask was loaded. The caret stays behind the same digit: the library's own plugin
 * keeps its index, and the next digits would go into the middle.
 */
const formatTypedText: MaskitoPlugin = (element, options) => {
  const { value, selectionStart, selectionEnd } = element;
  const selection = [selectionStart ?? 0, selectionEnd ?? 0] as const;
  maskitoUpdateElement(element, maskitoTransform({ value, selection }, options));
};

/** Formats the text of `input` and what is entered into it. Returns a function that ends it. */
export function attachDigitMask(type: DigitFieldType, input: HTMLInputElement): () => void {
  const mask = new Maskito(input, { ...MASKS[type], plugins: [formatTypedText] });
  return () => mask.destroy();
}
