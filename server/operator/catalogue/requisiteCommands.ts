import { validateAddress } from '#core/exchange/requisites/validateAddress.ts';
import { validateCardNumber } from '#core/exchange/requisites/cardNumber.ts';
import { validatePhone, type RequisiteVerdict } from '#core/exchange/requisites/validateRequisite.ts';
import { selectKeyGaps } from '#server/exchange/requisites/addressKeys.ts';
import { looksLikeExtendedKey } from '#server/exchange/requisites/extendedKey.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { OPEN_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import { parsePaymentTarget } from '#server/exchange/claims/payment/paymentTarget.ts';
import type { PaymentRequisiteRow } from '#server/platform/database/catalogueRows.ts';
import { countRows } from '#server/platform/database/countRows.ts';
import { selectRows } from '../selectRows.ts';
import { defineCall, defineChange, anyText, optional, refuse } from '../defineCommand.ts';
import { formatInstant, formatTable } from '../formatText.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { parseCurrency, parseSentence, parseSwitch } from '../parseValue.ts';
import { describeRequisite, parseKeyRequisite } from './keyRequisite.ts';

/** Names and checks of the requisites of a kind of currency. Cash is paid in a city. */
interface RequisiteKind {
  kind: PaymentRequisiteRow['kind'];
  validate: (text: string, code: string) => RequisiteVerdict;
}

const kinds: Readonly<Partial<Record<Currency['kind'], RequisiteKind>>> = {
  crypto: { kind: 'address', validate: (text, code) => validateAddress(code, text) },
  bank: { kind: 'card', validate: validateCardNumber },
  system: { kind: 'phone', validate: validatePhone },
};

/** List the payment requisites, add one, and switch one on or off. */
export const requisiteCommands = [
  {
    name: 'requisites',
    summary: 'list the requisites that clients pay to',
    help: { '[code]': 'only those of a currency' },
    notes:
      'A claim gets the least recently used one that is on, and the next address of a key before all others. OPEN counts the open claims that are paid to it. Of a key, INDEX is that of the next address, and UNPAID counts the addresses given since the last paid one.',
    examples: ['requisites LTC'],
  },
  defineCall('requisites [code]', { code: optional(parseCurrency) }, async ({ db }, { code: currency }) => {
    const rows = await db
      .selectFrom('payment_requisites')
      .innerJoin('currencies', 'currencies.id', 'payment_requisites.currency_id')
      .selectAll('payment_requisites')
      .select('currencies.code')
      .$if(currency !== undefined, query => query.where('currency_id', '=', BigInt(currency?.id ?? 0)))
      .orderBy('currencies.position')
      .orderBy('payment_requisites.id')
      .execute();
    const openCounts = await countOpenClaims(db);
    const keys = new Map((await selectKeyGaps(db).execute()).map(key => [key.id, key]));
    const findKey = ({ key_id }: { key_id: bigint | null }) => (key_id === null ? null : keys.get(key_id));
    return formatTable(rows, 'No requisites.', {
      ID: ({ id }) => String(id),
      CODE: ({ code }) => code,
      STATE: ({ active }) => (active === 1n ? 'on' : 'off'),
      OPEN: ({ currency_id, value, key_id }) =>
        String(openCounts.get(`${currency_id} ${key_id === null ? value : `key ${key_id}`}`) ?? 0),
      'LAST USED': ({ used_at }) => (used_at === 0n ? 'never' : formatInstant(used_at)),
      INDEX: row => String(findKey(row)?.next_index ?? ''),
      UNPAID: row => String(findKey(row)?.gap ?? ''),
      VALUE: row => describeRequisite(row.code, row) + (row.memo === 1n ? ' with a memo' : ''),
      HOLDER: ({ holder, bank }) => [holder, bank].filter(Boolean).join(', '),
    });
  }),
  {
    name: 'requisite',
    summary: 'add a requisite that clients pay to, or switch one on or off',
    help: {
      '<code>': 'a currency’s code or alias, in any case; cash is paid in a city: `city`',
      '<value>':
        'an address of a coin or an extended public key (xpub, ypub, zpub, Ltub, Mtub, dgub, drkp), a card of a bank, a phone of a transfer system',
      '--address':
        'with a key, the first receiving address that the wallet shows: it proves that the server derives the addresses of that wallet',
      '--holder, --bank':
        'the recipient’s name and bank, which the client sees: mandatory for a card and a phone',
      '<id>': 'the number that `requisites` lists',
    },
    notes:
      'XRP and TON need one address: each claim gets a tag or comment of its own. A key of BTC, LTC, DOGE, DASH, BCH, or of a currency of Ethereum, BNB Smart Chain or TRON gives each claim an address of its own (deploy/operate.md). Other coins need several addresses: open claims for equal sums get different ones. Claims that exist keep their requisite, also when it is switched off.',
    examples: [
      'requisite add LTC LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
      'requisite add TON EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2',
      'requisite add SBERRUB 2200000000000004 --holder "ИВАН П." --bank Сбербанк',
      'requisite 3 off',
    ],
  },
  defineChange(
    'requisite add <code> <value> [--holder <name>] [--bank <name>] [--address <address>]',
    {
      code: parseCurrency,
      value: anyText,
      holder: optional(anyText),
      bank: optional(anyText),
      address: optional(anyText),
    },
    async (context, { code: currency, value: given, holder, bank, address }) => {
      const { db } = context;
      const isKey = looksLikeExtendedKey(given);
      if (address !== undefined && !isKey)
        refuse('--address requires an extended public key. Nothing was changed.');
      const row =
        isKey && holder === undefined && bank === undefined
          ? await parseKeyRequisite(context, currency, given, address)
          : parseRequisite(currency, given, [holder, bank]);
      const { currency_id, value } = row;
      const same = selectRows(db, 'payment_requisites', { currency_id, value });
      const known = await same.executeTakeFirst();
      if (known) refuse(`${currency.code} has this requisite already: ${known.id}. Switch it on or off.`);
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
    },
  ),
  defineChange(
    'requisite <id> on|off',
    {
      id: text => (/^\d{1,15}$/.test(text) ? BigInt(text) : refuse()),
      action: parseSwitch,
    },
    async ({ db }, { id, action: state }) => {
      const row = await db
        .selectFrom('payment_requisites')
        .innerJoin('currencies', 'currencies.id', 'payment_requisites.currency_id')
        .select(['currency_id', 'value', 'key_id', 'address_format', 'currencies.code'])
        .where('payment_requisites.id', '=', id)
        .executeTakeFirst();
      if (!row) refuse(`There is no requisite ${id}. List them: requisites.`);
      const active = state === 'on' ? 1n : 0n;
      await db.updateTable('payment_requisites').set({ active }).where('id', '=', id).execute();
      const usable = selectRows(db, 'payment_requisites', { currency_id: row.currency_id, active: 1n });
      const isLast = (await usable.execute()).length === 0;
      const warning = isLast ? ` ${row.code} has no other: its new claims wait for a requisite.` : '';
      const text = `Requisite ${id} of ${row.code} is ${state}: ${describeRequisite(row.code, row)}.${warning}`;
      return { text, target: String(id), detail: { currency: row.code, set: state } };
    },
  ),
];

/** Counts the open claims of each requisite, by currency and value. */
async function countOpenClaims(db: OperatorContext['db']): Promise<Map<string, number>> {
  const claims = await db
    .selectFrom('claims')
    .leftJoin('claim_addresses', 'claim_addresses.claim_id', 'claims.id')
    .select(['claims.id', 'from_id', 'pay_to', 'key_id'])
    .where('status', 'in', OPEN_STATUSES)
    .where('pay_to', 'is not', null)
    .execute();
  // A claim whose payment started anew has two addresses.
  const keys = [...new Map(claims.map(claim => [claim.id, claim])).values()].flatMap(
    ({ from_id, pay_to, key_id }) => {
      const target = parsePaymentTarget(pay_to);
      if (target === null || target.kind === 'merchant') return [];
      return [`${from_id} ${key_id === null ? target.value : `key ${key_id}`}`];
    },
  );
  return new Map([...Map.groupBy(keys, key => key)].map(([key, { length }]) => [key, length]));
}

/** Parses a payment requisite. The holder's name and the bank apply to all requisites except addresses. */
function parseRequisite(
  { id, code, kind: currencyKind, network }: Currency,
  text: string,
  names: readonly (string | undefined)[],
): Omit<PaymentRequisiteRow, 'id'> {
  const refuseRequisite = (problem: string) => refuse(`${problem} Nothing was changed.`);
  const { kind, validate } =
    kinds[currencyKind] ?? refuseRequisite(`${code} is paid in a city: change it with the command city.`);
  const verdict = validate(text, code);
  // Without the text: it may be a private key.
  if (!verdict.ok) return refuseRequisite(`This is not a valid ${kind} of ${code} (${verdict.code}).`);
  const isNamed = kind !== 'address';
  if (names.some(name => (name !== undefined) !== isNamed))
    refuseRequisite(
      isNamed
        ? `A ${kind} needs --holder and --bank: the client sees them.`
        : 'An address has no --holder and no --bank.',
    );
  const [holder = null, bank = null] = names.map(name => (name === undefined ? null : parseSentence(name)));
  const memo = code === 'XRP' || code === 'TON' || network === 'TON' ? 1n : 0n;
  return {
    currency_id: BigInt(id),
    kind,
    value: verdict.value,
    holder,
    bank,
    memo,
    active: 1n,
    used_at: 0n,
    key_id: null,
    address_format: null,
  };
}
