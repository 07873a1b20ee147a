import type { RequisiteField } from '#core/contract/calculator.ts';
import { validateRequisite } from '#core/exchange/requisites/validateRequisite.ts';
import type { FieldErrors } from '../../http/problemResult.ts';

/** One side's requisites as they came, and what that side asks for in the course type that counts. */
export interface RequisitesInput {
  side: 'from' | 'to';
  /** Code of the side's currency. */
  code: string;
  fields: readonly RequisiteField[];
  values: Readonly<Record<string, string>>;
}

/**
 * Checks requisites with the form's own rules. Answers them as they are to be stored, without empty ones; a fault is
 * named `fromRequisites.<name>` or `toRequisites.<name>`. A name that the side does not ask for is a fault, too.
 */
export async function validateRequisites({
  side,
  code,
  fields,
  values,
}: RequisitesInput): Promise<{ values: Record<string, string>; fieldErrors: FieldErrors }> {
  const validValues: Record<string, string> = {};
  const fieldErrors: FieldErrors = {};
  const fieldPath = (name: string) => `${side}Requisites.${name}`;
  for (const name of Object.keys(values))
    if (!fields.some(field => field.name === name)) fieldErrors[fieldPath(name)] = { code: 'field_unknown' };
  for (const field of fields) {
    // What the form does not show nobody can be asked to fill in.
    const effectiveField = field.visible ? field : { ...field, required: false };
    const input = Object.hasOwn(values, field.name) ? (values[field.name] ?? '') : '';
    const verdict = await validateRequisite(effectiveField, input, { code });
    if (!verdict.ok) {
      const { ok: _, ...fieldError } = verdict;
      fieldErrors[fieldPath(field.name)] = fieldError;
    } else if (verdict.value !== '') validValues[field.name] = verdict.value;
  }
  return { values: validValues, fieldErrors };
}
