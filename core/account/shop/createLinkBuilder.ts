import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { ShopLinkCreate } from '../../contract/account/shop.ts';
import { SUB_PATTERN } from '../../contract/account/referralCode.ts';
import { parseAmount } from '../../exchange/amount.ts';

/** The inputs of a link. Empty texts are left out of it. */
export interface LinkInput {
  code: string;
  sub: string;
  label: string;
  from: string;
  to: string;
  amount: string;
}

/** Fields with an invalid text. */
export type LinkField = 'sub' | 'amount';

/** The link that the inputs make. Invalid fields are left out, and the link cannot be saved. */
export interface BuiltLink {
  /** Address of the form with these parameters. */
  url: string;
  /** `CODE` or `CODE.sub`, as the widget's attribute `rid`. */
  referral: string;
  invalid: readonly LinkField[];
  /** The link to save. */
  body: ShopLinkCreate;
}

/** Builds a link from the inputs. */
export interface LinkBuilderModel {
  readonly input: ReadonlySignal<LinkInput>;
  readonly link: ReadonlySignal<BuiltLink>;
  change(input: Partial<LinkInput>): void;
}

function buildLink(origin: string, { code, sub, label, from, to, amount }: LinkInput): BuiltLink {
  const invalid: LinkField[] = [];
  const validSub = SUB_PATTERN.test(sub.trim()) ? sub.trim() : '';
  if (validSub !== sub.trim()) invalid.push('sub');
  const parsed = amount.trim() === '' ? null : parseAmount(amount);
  const validAmount = parsed?.ok ? parsed.text : null;
  if (parsed && !parsed.ok) invalid.push('amount');
  const referral = validSub === '' ? code : `${code}.${validSub}`;
  const url = new URL('/', origin);
  const parameters = { ref: referral, cur_from: from, cur_to: to, amount: validAmount ?? '' };
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value);
  return {
    url: url.href,
    referral,
    invalid,
    body: {
      code,
      sub: validSub,
      label: label.trim(),
      cur_from: from || null,
      cur_to: to || null,
      amount: validAmount,
    },
  };
}

/** Creates a builder of links to the exchange at `origin`. */
export function createLinkBuilder(origin: string, code: string): LinkBuilderModel {
  const input = signal<LinkInput>({ code, sub: '', label: '', from: '', to: '', amount: '' });
  return {
    input,
    link: computed(() => buildLink(origin, input.value)),
    change(changed) {
      input.value = { ...input.peek(), ...changed };
    },
  };
}
