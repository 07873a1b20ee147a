import * as v from 'valibot';

/** The nodes that report payments, each with the variable of its address. */
export const NODE_VARIABLES = {
  ethereum: 'ETHEREUM_RPC_URL',
  bsc: 'BSC_RPC_URL',
  bitcoin: 'BITCOIN_RPC_URL',
  litecoin: 'LITECOIN_RPC_URL',
  dogecoin: 'DOGECOIN_RPC_URL',
  dash: 'DASH_RPC_URL',
  bitcoincash: 'BITCOIN_CASH_RPC_URL',
  tron: 'TRON_RPC_URL',
  ton: 'TON_API_URL',
} as const;

/** Name of a node's network. */
export type NodeName = keyof typeof NODE_VARIABLES;

const NODE_URL_HINT = 'an http or https address, with `user:password@` if the node needs them';

const defineNodeVariable = <Meaning extends string>(meaning: Meaning) =>
  ({ default: '', meaning, allowed: NODE_URL_HINT, secret: true }) as const;

const defineKeyVariable = <Meaning extends string>(meaning: Meaning) =>
  ({
    default: '',
    meaning,
    allowed: 'letters, digits, dots, dashes and underscores',
    secret: true,
  }) as const;

/** The variables of the nodes, in the order of README's table. */
export const nodeVariables = {
  ETHEREUM_RPC_URL: defineNodeVariable(
    'JSON-RPC address of an Ethereum node; with it, payments in ETH and ERC20 tokens are recorded without a person',
  ),
  BSC_RPC_URL: defineNodeVariable('the same of a node of BNB Smart Chain, for BNB and BEP20 tokens'),
  BITCOIN_RPC_URL: defineNodeVariable('the same of Bitcoin Core, for BTC'),
  LITECOIN_RPC_URL: defineNodeVariable('the same of Litecoin Core, for LTC'),
  DOGECOIN_RPC_URL: defineNodeVariable('the same of Dogecoin Core, for DOGE'),
  DASH_RPC_URL: defineNodeVariable('the same of Dash Core, for DASH'),
  BITCOIN_CASH_RPC_URL: defineNodeVariable('the same of Bitcoin Cash Node, for BCH'),
  TRON_RPC_URL: defineNodeVariable(
    'HTTP API address of a TRON node, `https://api.trongrid.io`; with it, payments in TRX and TRC20 tokens are recorded without a person',
  ),
  TRON_API_KEY: defineKeyVariable(
    'key of TronGrid, sent to the node of `TRON_RPC_URL` in the header `TRON-PRO-API-KEY`',
  ),
  TON_API_URL: defineNodeVariable(
    'address of an index of TON, `https://toncenter.com`; with it, payments in TON and USDT on TON are recorded without a person',
  ),
  TON_API_KEY: defineKeyVariable(
    'key of toncenter, sent to the index of `TON_API_URL` in the header `X-API-Key`',
  ),
} as const;

/** How to reach nodes. Secret: the addresses may contain passwords and keys, so they must not be logged. */
export interface NodeSettings {
  /** Addresses by network. */
  nodes: Readonly<Partial<Record<NodeName, string>>>;
  /** Key of TronGrid; null without one. */
  tronApiKey: string | null;
  /** Key of toncenter; null without one. */
  tonApiKey: string | null;
}

/**
 * Splits the address of a node into one without a user, which fetch would refuse with a message that contains the
 * password, and the header `Authorization` of user and password; null without them. Throws if they are not decodable.
 */
export function parseNodeUrl(text: string): { url: string; authorization: string | null } {
  const url = new URL(text);
  const credentials = [url.username, url.password].map(decodeURIComponent).join(':');
  url.username = '';
  url.password = '';
  const authorization = credentials === ':' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`;
  return { url: url.href, authorization };
}

function isNodeUrl(text: string): boolean {
  try {
    parseNodeUrl(text);
    return true;
  } catch {
    return false;
  }
}

const nodeUrlSchema = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/([^/?#@\s]+@)?[^/?#@\s]+([/?#]\S*)?$/i),
  v.check(isNodeUrl),
);

/** Parses the addresses of the nodes, and the keys of TronGrid and toncenter. */
export function parseNodeSettings(
  parseVariable: <T>(name: keyof typeof nodeVariables, schema: v.GenericSchema<string, T>, fallback: T) => T,
): NodeSettings {
  const nodes: Partial<Record<NodeName, string>> = {};
  for (const [name, variable] of Object.entries(NODE_VARIABLES) as [NodeName, keyof typeof nodeVariables][]) {
    const url = parseVariable<string | null>(variable, nodeUrlSchema, null);
    if (url !== null) nodes[name] = url;
  }
  const keySchema = v.pipe(v.string(), v.regex(/^[\w.-]+$/));
  const parseKey = (name: 'TRON_API_KEY' | 'TON_API_KEY') =>
    parseVariable<string | null>(name, keySchema, null);
  return { nodes, tronApiKey: parseKey('TRON_API_KEY'), tonApiKey: parseKey('TON_API_KEY') };
}
