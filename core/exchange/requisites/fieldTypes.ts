import type { RequisiteField } from '../../contract/course/pair.ts';

/** The properties of a field type that both ends need. */
interface FieldTypeProperties {
  /** Whether money can be sent to such a value. */
  isDestination: boolean;
  /** The on-screen keyboard. */
  inputMode: 'numeric' | 'tel' | 'text';
}

/**
 * One row per type of `RequisiteField`. A new type also needs a validator in validateRequisite.ts (and a sentence in
 * messages.ts for each new code), attributes in the widget's RequisiteInput.tsx, a mask in the server's
 * maskRequisites.ts, sample values in createSimulatedClaim.ts and the tests' claimClient.ts, cases in
 * validateRequisite.test.ts: each is a type error until then. A type that money can be sent to is also listed in
 * fieldTypes.test.ts. A type must be used by a currency (requisiteFields.ts). Check by hand: groups of digits on screen
 * (the widget's formatRequisite.ts) and while typing (useDigitMask.ts), and whether error reports redact such a value
 * (site/monitoring/scrub.ts).
 */
export const FIELD_TYPES: Readonly<Record<RequisiteField['type'], FieldTypeProperties>> = {
  card: { isDestination: true, inputMode: 'numeric' },
  phone: { isDestination: true, inputMode: 'tel' },
  address: { isDestination: true, inputMode: 'text' },
  memo: { isDestination: false, inputMode: 'text' },
  text: { isDestination: false, inputMode: 'text' },
  select: { isDestination: false, inputMode: 'text' },
};
