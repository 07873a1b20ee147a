import type { CurrencyRequisites, NewRequisite } from '#core/contract/operator/requisites.ts';
import { looksLikeExtendedKey } from '#core/exchange/requisites/looksLikeExtendedKey.ts';
import { validateAddress } from '#core/exchange/requisites/validateAddress.ts';
import { validateCardNumber } from '#core/exchange/requisites/cardNumber.ts';
import { validatePhone, type RequisiteVerdict } from '#core/exchange/requisites/validateRequisite.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import type { PaymentRequisiteRow } from '#server/platform/database/catalogueRows.ts';
import { countRows } from '#server/platform/database/countRows.ts';
import { createFieldProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { refuse, type Change, type ChangeContext } from '../defineCommand.ts';
import { activeField, type StaffTable } from '../editableTable.ts';
import { parseSentence } from '../parseValue.ts';
import { selectRows } from '../selectRows.ts';
import { describeRequisite, parseKeyRequisite } from './keyRequisite.ts';

/** Names and checks of the requisites of a kind of currency. Cash is paid in a city. */
interface RequisiteKind {
  kind: CurrencyRequisites['kind'];
  validate: (text: string, code: string) => RequisiteVerdict;
}

export const REQUISITE_KINDS: Readonly<Partial<Record<Currency['kind'], RequisiteKind>>> = {
  crypto: { kind: 'address', validate: (text, code) => validateAddress(code, text) },
  bank: { kind: 'card', validate: validateCardNumber },
  system: { kind: 'phone', validate: validatePhone },
};

/** A requisite with the code of its currency, and how many others of that are on. */
interface RequisiteState extends Omit<PaymentRequisiteRow, 'id'> {
  id: bigint;
  code: string;
  others: number;
}

/** The requisites by their ids, which are switched on and off. */
export const requisiteTable: StaffTable<bigint, RequisiteState> = {
  parseKey: text => (/^\d{1,15}$/.test(text) ? BigInt(text) : refuse('', notFoundProblem)),
  formatKey: String,
  fields: { state: activeField },
  async find({ db }, id) {
    const row = await db
      .selectFrom('payment_requisites')
      .innerJoin('currencies', 'currencies.id', 'payment_requisites.currency_id')
      .selectAll('payment_requisites')
      .select('currencies.code')
      .where('payment_requisites.id', '=', id)
      .executeTakeFirst();
    if (!row) return refuse(`There is no requisite ${id}. List them: requisites.`, notFoundProblem);
    const usable = db.selectFrom('payment_requisites').where('currency_id', '=', row.currency_id);
    return { ...row, others: await countRows(usable.where('active', '=', 1n).where('id', '<>', id)) };
  },
  save: ({ key, context: { db } }, values) =>
    db.updateTable('payment_requisites').set(values).where('id', '=', key).execute(),
  describe({ key, before, after }) {
    const { code, others } = after;
    const [from, to] = [activeField.format(before), activeField.format(after)];
    const warning =
      to === 'off' && others === 0 ? ` ${code} has no other: its new claims wait for a requisite.` : '';
    return {
      text: `Requisite ${key} of ${code} is ${to}: ${describeRequisite(code, after)}.${warning}`,
      detail: { currency: code, from, to },
    };
  },
};

/** Adds a requisite, which is on at once. */
export async function addRequisite(
  context: ChangeContext,
  currency: Currency,
  { value: given, holder, bank, address }: Omit<NewRequisite, 'currency'>,
): Promise<Change> {
  const { db } = context;
  const isKey = looksLikeExtendedKey(given);
  if (address !== undefined && !isKey)
    refuse(
      '--address requires an extended public key. Nothing was changed.',
      createFieldProblem({ address: { code: 'field_unknown' } }),
    );
  const row =
    isKey && holder === undefined && bank === undefined
      ? await parseKeyRequisite(context, currency, given, address)
      : parseRequisite(currency, given, { holder, bank });
  const { currency_id, value } = row;
  const known = await selectRows(db, 'payment_requisites', { currency_id, value }).executeTakeFirst();
  if (known)
    refuse(
      `${currency.code} has this requisite already: ${known.id}. Switch it on or off.`,
      createFieldProblem({ value: { code: 'requisite_known', shown: String(known.id) } }),
    );
  const { id } = await db
    .insertInto('payment_requisites')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  const claims = db.selectFrom('claims').where('from_id', '=', currency_id);
  const count = await countRows(claims.where('status', '=', 'requisites'));
  const hint =
    count === 0
      ? ''
      : ` ${count} claims wait for one: list them with claims --status requisites, then claim <id> waiting.`;
  const note = isKey ? ' Each claim gets the next address; no claim gets the first one.' : '';
  const text = `Requisite ${id} of ${currency.code} is on: ${describeRequisite(currency.code, row)}.${note}${hint}`;
  return { text, target: String(id), detail: { currency: currency.code } };
}

/** Parses a payment requisite. The holder's name and the bank apply to all requisites except addresses. */
function parseRequisite(
  { id, code, kind: currencyKind, network }: Currency,
  text: string,
  names: Pick<NewRequisite, 'holder' | 'bank'>,
): Omit<PaymentRequisiteRow, 'id'> {
  const { kind, validate } =
    REQUISITE_KINDS[currencyKind] ??
    refuse(
      `${code} is paid in a city: change it with the command city. Nothing was changed.`,
      notFoundProblem,
    );
  const verdict = validate(text, code);
  // Without the text: it may be a private key.
  if (!verdict.ok)
    return refuse(
      `This is not a valid ${kind} of ${code} (${verdict.code}). Nothing was changed.`,
      createFieldProblem({ value: verdict }),
    );
  const isNamed = kind !== 'address';
  const wrong = Object.entries(names).filter(([, name]) => (name !== undefined) !== isNamed);
  if (wrong.length > 0)
    refuse(
      `${isNamed ? `A ${kind} needs --holder and --bank: the client sees them.` : 'An address has no --holder and no --bank.'} Nothing was changed.`,
      createFieldProblem(
        Object.fromEntries(wrong.map(([name]) => [name, { code: isNamed ? 'empty' : 'field_unknown' }])),
      ),
    );
  const parseName = (name: 'holder' | 'bank') =>
    names[name] === undefined
      ? null
      : parseSentence(names[name], { action: 'A requisite', name, isOption: true });
  const memo = code === 'XRP' || code === 'TON' || network === 'TON' ? 1n : 0n;
  return {
    currency_id: BigInt(id),
    kind,
    value: verdict.value,
    holder: parseName('holder'),
    bank: parseName('bank'),
    memo,
    active: 1n,
    used_at: 0n,
    key_id: null,
    address_format: null,
  };
}
