import * as calculator from '../api/calculator.ts';
import type { Client } from '../api/client.ts';
import type { Field } from '../contract/calculator.ts';
import type { ClaimStatus } from '../contract/claim.ts';

/** Kinds of fields that money can be sent to. */
const PLACES: readonly Field['type'][] = ['address', 'card', 'phone'];

/** What a backend that does not tell of its fields is asked with. */
const PLAIN: Field = {
  name: 'refund',
  label: 'Куда вернуть деньги',
  type: 'text',
  required: true,
  visible: true,
  hint: null,
  options: null,
};

/** What has to be known to send the money of a claim back: fields of its send side. Rejects with ApiError. */
export async function fields(api: Client, { from, to }: ClaimStatus): Promise<readonly Field[]> {
  const items = (await calculator.directions(api)).flatMap(one => one.items ?? []);
  const id = (code: string) => items.find(item => item.code === code)?.id;
  const [sent, received] = [id(from.code), id(to.code)];
  if (sent === undefined || received === undefined) return [PLAIN];
  const { structure } = await calculator.pair(api, sent, received);
  const all = structure.from.input;
  const places = all.filter(({ type }) => PLACES.includes(type));
  const asked = places.length > 0 ? places : all;
  return asked.length > 0 ? asked.map(field => ({ ...field, required: true, visible: true })) : [PLAIN];
}
