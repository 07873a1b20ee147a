import type { RequisiteField } from '#core/contract/course/pair.ts';
import { validateRequisite } from '#core/exchange/requisites/validateRequisite.ts';
import type { FieldErrors } from '#server/platform/http/problem.ts';

/** Submitted requisites, and their allowed fields: those of a side for the chosen course type. */
export interface RequisitesInput {
  path: 'fromRequisites' | 'toRequisites' | 'requisites' | 'values';
  /** The code of their currency. */
  code: string;
  fields: readonly RequisiteField[];
  values: Readonly<Record<string, string>>;
}

/**
 * Validates requisites with the form's own rules. Returns normalized values without empty ones. Error keys are
 * `fromRequisites.<name>`, after the object in the request. An unknown field is an error.
 */
export async function validateRequisites({
  path,
  code,
  fields,
  values,
}: RequisitesInput): Promise<{ values: Record<string, string>; fieldErrors: FieldErrors }> {
  const validValues: Record<string, string> = {};
  const fieldErrors: FieldErrors = {};
  const fieldPath = (name: string) => `${path}.${name}`;
  for (const name of Object.keys(values))
    if (!fields.some(field => field.name === name)) fieldErrors[fieldPath(name)] = { code: 'field_unknown' };
  for (const field of fields) {
    // The form does not show this field, so it cannot be required.
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
