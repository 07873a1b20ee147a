import { defineCall, defineChange, anyText, optional } from '../defineCommand.ts';
import { activeField, defineSetCall } from '../editableTable.ts';
import { formatInstant, formatTable } from '../formatText.ts';
import { parseCurrency } from '../parseValue.ts';
import { describeRequisite } from './keyRequisite.ts';
import { listRequisites } from './requisiteList.ts';
import { addRequisite, requisiteTable } from './requisiteTable.ts';

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
  defineCall('requisites [code]', { code: optional(parseCurrency) }, async ({ db }, { code: currency }) =>
    formatTable(await listRequisites(db, currency?.id), 'No requisites.', {
      ID: ({ id }) => String(id),
      CODE: ({ code }) => code,
      STATE: activeField.format,
      OPEN: ({ claims }) => String(claims),
      'LAST USED': ({ used_at }) => (used_at === 0n ? 'never' : formatInstant(used_at)),
      INDEX: ({ key }) => String(key?.next_index ?? ''),
      UNPAID: ({ key }) => String(key?.gap ?? ''),
      VALUE: row => describeRequisite(row.code, row) + (row.memo === 1n ? ' with a memo' : ''),
      HOLDER: ({ holder, bank }) => [holder, bank].filter(Boolean).join(', '),
    }),
  ),
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
      'XRP and TON need one address: each claim gets a tag or comment of its own. A key of BTC, LTC, DOGE, DASH, BCH, or of a currency of Ethereum, BNB Smart Chain or TRON gives each claim an address of its own (deploy/operate.md). Other coins need several addresses: open claims for equal amounts get different ones. Claims that exist keep their requisite, also when it is switched off.',
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
    (context, { code: currency, ...texts }) => addRequisite(context, currency, texts),
  ),
  defineSetCall('requisite <id> on|off', requisiteTable, 'state'),
];
