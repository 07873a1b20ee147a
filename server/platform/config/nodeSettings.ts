import * as v from 'valibot';

/** The nodes that report payments, each with the variable of its address. */
export const NODE_VARIABLES = { ethereum: 'ETHEREUM_RPC_URL', bsc: 'BSC_RPC_URL' } as const;

/** Name of a node's network. */
export type NodeName = keyof typeof NODE_VARIABLES;

const NODE_URL_HINT = 'an http or https address without a user name';

/** The variables of the nodes, in the order of README's table. */
export const nodeVariables = {
  ETHEREUM_RPC_URL: {
    default: '',
    meaning:
      'JSON-RPC address of an Ethereum node; with it, payments in ETH and ERC20 tokens are recorded without a person',
    allowed: NODE_URL_HINT,
    secret: true,
  },
  BSC_RPC_URL: {
    default: '',
    meaning: 'the same of a node of BNB Smart Chain, for BNB and BEP20 tokens',
    allowed: NODE_URL_HINT,
    secret: true,
  },
} as const;

/** Addresses of nodes by network. Secret: they may contain keys, so they must not be logged. */
export type NodeSettings = Readonly<Partial<Record<NodeName, string>>>;

// fetch refuses an address with a user name, and its message would contain the password.
const nodeUrlSchema = v.pipe(v.string(), v.regex(/^https?:\/\/[^/?#@\s]+([/?#]\S*)?$/i), v.url());

/** Parses the addresses of the nodes. */
export function parseNodeSettings(
  parseVariable: <T>(name: keyof typeof nodeVariables, schema: v.GenericSchema<string, T>, fallback: T) => T,
): NodeSettings {
  const nodes: Partial<Record<NodeName, string>> = {};
  for (const [name, variable] of Object.entries(NODE_VARIABLES) as [NodeName, keyof typeof nodeVariables][]) {
    const url = parseVariable<string | null>(variable, nodeUrlSchema, null);
    if (url !== null) nodes[name] = url;
  }
  return nodes;
}
