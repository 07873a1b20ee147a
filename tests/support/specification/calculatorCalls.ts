import type { Context } from 'hono';
import type { SpecBackend } from '#tests/core/session/support/specBackend.ts';

interface SpecCurrency {
  ticker: string;
  network: string | null;
  /** Value of one unit. A pair's course is the quotient of two values. */
  worth: number;
  /** "If a side's min is missing, it is derived from the other side's min": left out of the side then. */
  min?: string;
  max?: string;
  /** "Default 2 decimals": left out where it is 2. */
  decimals?: number;
  field: string;
  saved: string;
}

const CURRENCIES: Record<number, SpecCurrency> = {
  1: {
    ticker: 'BTC',
    network: null,
    worth: 80_000,
    min: '0.0005',
    max: '2',
    decimals: 8,
    field: 'address',
    saved: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  },
  2: {
    ticker: 'USDT',
    network: 'TRC20',
    worth: 1,
    min: '50',
    max: '9000',
    field: 'address',
    saved: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  },
  3: {
    ticker: 'USDT',
    network: 'ERC20',
    worth: 1,
    min: '50',
    max: '9000',
    field: 'address',
    saved: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  },
  4: { ticker: 'RUB', network: null, worth: 0.0125, field: 'card', saved: '2200000000000004' },
};

/** "ids list, name, send and receive each with a visible flag": one currency in two networks has two ids. */
const DIRECTIONS = [
  { ids: [1], name: 'Bitcoin', send: { visible: true }, receive: { visible: true } },
  { ids: [2, 3], name: 'Tether', send: { visible: true }, receive: { visible: true } },
  { ids: [4], name: 'Сбербанк', send: { visible: false }, receive: { visible: true } },
];

function getCurrency(id: number): SpecCurrency {
  const currency = CURRENCIES[id];
  if (!currency) throw new Error(`the exchange has no currency ${id}`);
  return currency;
}

const listIds = (side: 'send' | 'receive') => DIRECTIONS.flatMap(one => (one[side].visible ? one.ids : []));

function buildSide(id: number, isSignedIn: boolean) {
  const { ticker, network, min, max, decimals, field, saved } = getCurrency(id);
  // Fields are kept "per field name", and "only visible input fields are shown": nothing else is named.
  const input = [
    { name: field, visible: true },
    { name: 'internal', visible: false },
  ];
  return {
    input,
    inputVerify: input,
    currency: ticker,
    network,
    // Its fields are not shown: only what a call's path has, and a value that fits no schema of ours.
    savedRequisites: isSignedIn ? [{ id, requisite: saved }] : [],
    congestion: null,
    ...(min !== undefined && { min }),
    minVerification: null,
    ...(max !== undefined && { max }),
    ...(decimals !== undefined && { roundCalculator: decimals }),
    notify: null,
  };
}

function buildCourse(from: number, to: number) {
  const rate = getCurrency(from).worth / getCurrency(to).worth;
  const course = rate.toFixed(10);
  // "Falls back to default when no verification course exists".
  return { course, verificationCourse: from === 1 ? (rate * 1.01).toFixed(10) : null, bonus: null };
}

/** Adds the calculator. Returns its settings, which a test can change. */
export function addCalculatorCalls({ app, state }: SpecBackend) {
  // The types of `filters` and `contest` are not shown; the contest is a flag here, as its neighbours are.
  const settings = {
    filters: [],
    contest: false,
    captchaLogin: false,
    verificationFirst: false,
    usePublicId: false,
  };
  const path = '/api/v1/calculator';
  const readId = (c: Context, name: string) => Number(c.req.param(name));
  const isSignedIn = (c: Context) =>
    state.accessTokens.has(c.req.header('authorization')?.replace('Bearer ', '') ?? '');
  app.get(`${path}/`, c => c.json(DIRECTIONS));
  app.get(`${path}/from/`, c => c.json(listIds('send')));
  app.get(`${path}/from/:id/`, c => c.json(listIds('receive').filter(id => id !== readId(c, 'id'))));
  app.get(`${path}/to/:id/`, c => c.json(listIds('send').filter(id => id !== readId(c, 'id'))));
  app.get(`${path}/pair/:from/:to/`, c => {
    const [from, to] = [readId(c, 'from'), readId(c, 'to')];
    const structure = { from: buildSide(from, isSignedIn(c)), to: buildSide(to, isSignedIn(c)) };
    return c.json({ ...buildCourse(from, to), structure });
  });
  app.get(`${path}/course/:from/:to/`, c => c.json(buildCourse(readId(c, 'from'), readId(c, 'to'))));
  app.get(`${path}/settings/`, c => c.json(settings));
  app.get(`${path}/reserves/`, c => c.json([]));
  // The fields of these two are not shown. A chat is added only "when a result is present".
  app.get(`${path}/tech/`, c => c.json({}));
  app.get(`${path}/chat/`, c => c.json({}));
  return settings;
}
