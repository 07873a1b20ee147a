import type { ReadonlySignal } from '@preact/signals-core';
import type { Field } from '../contract/calculator.ts';
import type { SideName } from './course.ts';
import type { Current } from './figures.ts';
import type { FieldName, Promocode } from './model.ts';
import * as rules from './requisites.ts';
import type { Verdict } from './requisites.ts';

/** What the checks of a draft look at, and where they put what they find. */
export interface ChecksOptions {
  current: ReadonlySignal<Current | null>;
  fields: ReadonlySignal<Record<SideName, Field[]>>;
  values: ReadonlySignal<Record<SideName, Record<string, string>>>;
  email: ReadonlySignal<string>;
  promocode: ReadonlySignal<Promocode>;
  consent: ReadonlySignal<boolean>;
  /** Shows a verdict beside its field. */
  note(name: FieldName, verdict: Verdict): void;
}

/** The checks of one draft. All reject when the rules of a field cannot be loaded. */
export interface Checks {
  /** Checks one field and shows the verdict unless the field was edited meanwhile; true when it is fine. */
  field(name: FieldName): Promise<boolean>;
  /** Checks everything; the names refused, in the form's order. */
  all(): Promise<FieldName[]>;
  /** Stored values of the visible fields by side, without the empty ones. */
  requisites(): Promise<Record<SideName, Record<string, string>>>;
}

const sides: readonly SideName[] = ['from', 'to'];

/** Splits "from.card" into side and name; null for e-mail, consent and promocode. */
function place(name: FieldName): { side: SideName; field: string } | null {
  const match = /^(from|to)\.(.+)$/.exec(name);
  return match ? { side: match[1] as SideName, field: match[2] ?? '' } : null;
}

/** The checks of a draft. */
export function create({ current, fields, values, email, promocode, consent, note }: ChecksOptions): Checks {
  const value = (side: SideName, name: string) => values.peek()[side][name] ?? '';

  function verdict(side: SideName, field: Field): Promise<Verdict> {
    const code = current.peek()?.[side].code ?? '';
    return rules.validate(field, value(side, field.name), { code });
  }

  async function check(name: FieldName): Promise<boolean> {
    const at = place(name);
    const field = at && fields.peek()[at.side].find(one => one.name === at.field);
    const read = () => (at ? value(at.side, at.field) : '');
    const before = read();
    let result: Verdict = { ok: true, value: '' };
    if (at && field) result = await verdict(at.side, field);
    else if (name === 'email') result = rules.email(email.peek());
    else if (name === 'consent') result = consent.peek() ? result : { ok: false, code: 'empty' };
    else return promocode.peek().state !== 'refused';
    if (read() === before) note(name, result);
    return result.ok;
  }

  const names = (): FieldName[] => [
    ...sides.flatMap(side => fields.peek()[side].map(({ name }): FieldName => `${side}.${name}`)),
    'email',
    'promocode',
    'consent',
  ];

  return {
    field: check,
    async all() {
      const all = names();
      const fine = await Promise.all(all.map(check));
      return all.filter((_, index) => !fine[index]);
    },
    async requisites() {
      const of = async (side: SideName) => {
        const entries = fields.peek()[side].map(async field => {
          const result = await verdict(side, field);
          return [field.name, result.ok ? result.value : ''] as const;
        });
        return Object.fromEntries((await Promise.all(entries)).filter(([, text]) => text !== ''));
      };
      return { from: await of('from'), to: await of('to') };
    },
  };
}
