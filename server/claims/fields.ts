import type { Field } from '#core/contract/calculator.ts';
import * as requisites from '#core/exchange/requisites.ts';
import type { Faults } from './refusal.ts';

/** One side's requisites as they came, and what that side asks for in the course type that counts. */
export interface Given {
  side: 'from' | 'to';
  /** Code of the side's currency. */
  code: string;
  fields: readonly Field[];
  values: Readonly<Record<string, string>>;
}

/**
 * Checks requisites with the form's own rules. Answers them as they are to be stored, without empty ones; a fault is
 * named `fromRequisites.<name>` or `toRequisites.<name>`. A name that the side does not ask for is a fault, too.
 */
export async function check({
  side,
  code,
  fields,
  values,
}: Given): Promise<{ values: Record<string, string>; faults: Faults }> {
  const kept: Record<string, string> = {};
  const faults: Faults = {};
  const place = (name: string) => `${side}Requisites.${name}`;
  for (const name of Object.keys(values))
    if (!fields.some(field => field.name === name)) faults[place(name)] = { code: 'field_unknown' };
  for (const field of fields) {
    // What the form does not show nobody can be asked to fill in.
    const asked = field.visible ? field : { ...field, required: false };
    const given = Object.hasOwn(values, field.name) ? (values[field.name] ?? '') : '';
    const verdict = await requisites.validate(asked, given, { code });
    if (!verdict.ok) {
      const { ok: _, ...fault } = verdict;
      faults[place(field.name)] = fault;
    } else if (verdict.value !== '') kept[field.name] = verdict.value;
  }
  return { values: kept, faults };
}
