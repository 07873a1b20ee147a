import type { ReadonlySignal } from '@preact/signals-core';
import type { RequisiteField } from '../../contract/course/pair.ts';
import type { SideName } from '../course.ts';
import type { CurrentPair } from './pairView.ts';
import type { FieldName, PromocodeState } from './exchangeModel.ts';
import { validateRequisite, validateEmail } from '../requisites/validateRequisite.ts';
import type { RequisiteVerdict } from '../requisites/validateRequisite.ts';

/** The state of a draft that is validated. */
export interface DraftValidationOptions {
  currentPair: ReadonlySignal<CurrentPair | null>;
  fields: ReadonlySignal<Record<SideName, RequisiteField[]>>;
  values: ReadonlySignal<Record<SideName, Record<string, string>>>;
  email: ReadonlySignal<string>;
  promocode: ReadonlySignal<PromocodeState>;
  consent: ReadonlySignal<boolean>;
  /** Stores a verdict for its field. */
  showVerdict(name: FieldName, verdict: RequisiteVerdict): void;
}

/** The validation of one draft. Every method rejects if the validator of a field cannot be loaded. */
export interface DraftValidation {
  /** Validates one field and stores the verdict unless the field was edited meanwhile. Resolves to its validity. */
  validateField(name: FieldName): Promise<boolean>;
  /** Validates all fields. Resolves to the names of the invalid ones in form order. */
  validateAll(): Promise<FieldName[]>;
  /** The normalized values of the visible fields by side, without empty ones. */
  getRequisites(): Promise<Record<SideName, Record<string, string>>>;
}

const SIDES: readonly SideName[] = ['from', 'to'];

/** Splits "from.card" into side and name; null for email, consent and promocode. */
function parseFieldName(name: FieldName): { side: SideName; field: string } | null {
  const match = /^(from|to)\.(.+)$/.exec(name);
  return match ? { side: match[1] as SideName, field: match[2] ?? '' } : null;
}

/** Adds the address that was probably meant. Without the code for it, which is loaded on demand, adds nothing. */
async function addEmailSuggestion(verdict: RequisiteVerdict): Promise<RequisiteVerdict> {
  if (!verdict.ok) return verdict;
  const typos = await import('../requisites/emailTypo.ts').catch(() => null);
  const suggestion = typos?.suggestEmail(verdict.value) ?? null;
  return suggestion === null ? verdict : { ...verdict, note: { code: 'email_typo', suggestion } };
}

/** Creates the validation of a draft. */
export function createDraftValidation({
  currentPair,
  fields,
  values,
  email,
  promocode,
  consent,
  showVerdict,
}: DraftValidationOptions): DraftValidation {
  const getValue = (side: SideName, name: string) => values.peek()[side][name] ?? '';

  function validateRequisiteField(side: SideName, field: RequisiteField): Promise<RequisiteVerdict> {
    const code = currentPair.peek()?.[side].code ?? '';
    return validateRequisite(field, getValue(side, field.name), { code });
  }

  async function validateField(name: FieldName): Promise<boolean> {
    const requisiteName = parseFieldName(name);
    const field =
      requisiteName &&
      fields.peek()[requisiteName.side].find(candidate => candidate.name === requisiteName.field);
    const readValue = () =>
      requisiteName
        ? getValue(requisiteName.side, requisiteName.field)
        : name === 'email'
          ? email.peek()
          : '';
    const valueBefore = readValue();
    let result: RequisiteVerdict = { ok: true, value: '' };
    if (requisiteName && field) result = await validateRequisiteField(requisiteName.side, field);
    else if (name === 'email') result = await addEmailSuggestion(validateEmail(email.peek()));
    else if (name === 'consent') result = consent.peek() ? result : { ok: false, code: 'empty' };
    else return promocode.peek().state !== 'refused';
    if (readValue() === valueBefore) showVerdict(name, result);
    return result.ok;
  }

  const listFieldNames = (): FieldName[] => [
    ...SIDES.flatMap(side => fields.peek()[side].map(({ name }): FieldName => `${side}.${name}`)),
    'email',
    'promocode',
    'consent',
  ];

  return {
    validateField,
    async validateAll() {
      const names = listFieldNames();
      const results = await Promise.all(names.map(validateField));
      return names.filter((_, index) => !results[index]);
    },
    async getRequisites() {
      const collectSide = async (side: SideName) => {
        const entries = fields.peek()[side].map(async field => {
          const result = await validateRequisiteField(side, field);
          return [field.name, result.ok ? result.value : ''] as const;
        });
        return Object.fromEntries((await Promise.all(entries)).filter(([, text]) => text !== ''));
      };
      return { from: await collectSide('from'), to: await collectSide('to') };
    },
  };
}
