import { Hono } from 'hono';

interface CurrencyFixture {
  code: string;
  ticker: string;
  network?: string;
  kind: 'crypto' | 'bank' | 'cash';
  decimals: number;
  /** Value of one unit. A pair's course is the quotient of two values. */
  worth: number;
  min: string;
}

const CURRENCIES: Record<number, CurrencyFixture> = {
  1: { code: 'BTC', ticker: 'BTC', kind: 'crypto', decimals: 8, worth: 80_000, min: '0.0005' },
  2: {
    code: 'USDTTRC20',
    ticker: 'USDT',
    network: 'TRC20',
    kind: 'crypto',
    decimals: 2,
    worth: 1,
    min: '50',
  },
  3: { code: 'SBERRUB', ticker: 'RUB', kind: 'bank', decimals: 2, worth: 0.0125, min: '3000' },
  4: { code: 'TON', ticker: 'TON', kind: 'crypto', decimals: 8, worth: 4, min: '10' },
  5: { code: 'CASHRUB', ticker: 'RUB', kind: 'cash', decimals: 0, worth: 0.0125, min: '100000' },
};

const CITIES = [
  { code: 'MSK', name: 'Москва' },
  { code: 'SPB', name: 'Санкт-Петербург' },
];

/** A fake backend without additions to the API (`ext`) unless `hasExtensions` is set. Tests can change its state. */
export interface FakeBackend {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Requested paths, oldest first. */
  requestedUrls: string[];
  /** Multiplies the course: 1 is the default, 1.1 gives 10 % more. */
  courseFactor: number;
  hasExtensions: boolean;
  verificationFirst: boolean;
  verification: boolean;
  /** The field with the discount of the verification course; empty: the backend does not have it. */
  bonusOfVerification: { bonusVerification?: string | null };
  /** Adds coins until the backend has this many currencies. */
  addCurrencies(count: number): void;
  /** Requests whose path contains this text fail with this status. Status 0 breaks the connection. */
  failure: { path: string; status: number; body?: unknown; headers?: Record<string, string> } | null;
  /** Delays responses to paths that contain this text until `release` is called. */
  holdResponses(path: string): { release(): void };
  max: string | null;
  reserve: string;
  closed: { code: string; detail: string } | null;
}

const createField = (name: string, type: string, visible = true) => ({
  name,
  label: name,
  type,
  required: true,
  visible,
});

/** Creates a fake backend; `now` is its clock. */
export function createFakeBackend(now: () => number): FakeBackend {
  const currencies = { ...CURRENCIES };
  const heldPaths: { path: string; opened: Promise<void> }[] = [];
  const id = (text: string) => Number(text);
  const toIdsOf = (from: number) =>
    Object.keys(currencies)
      .map(id)
      .filter(to => to !== from && !(from === 4 && to === 1));

  const priceFields = (from: number, to: number, promocode?: string) => {
    const rate = ((currencies[from]?.worth ?? 1) / (currencies[to]?.worth ?? 1)) * fakeBackend.courseFactor;
    const toText = (value: number) => String(Number(value.toPrecision(10)));
    const bonus = promocode === 'GOOD' ? 1.01 : 1;
    return {
      course: toText(rate * bonus),
      verificationCourse: fakeBackend.verification ? toText(rate * bonus * 1.005) : null,
      bonus: bonus === 1 ? null : '1',
      ...fakeBackend.bonusOfVerification,
      closed: fakeBackend.closed,
      ...(fakeBackend.hasExtensions && {
        quote: `q${fakeBackend.courseFactor}`,
        expiresAt: new Date(now() + 60_000).toISOString(),
        now: new Date(now()).toISOString(),
      }),
    };
  };
  const limits = (from: number, to: number) => ({
    from: { min: currencies[from]?.min ?? null, minVerification: null, max: fakeBackend.max },
    to: { min: currencies[to]?.min ?? null, minVerification: null, max: null, reserve: fakeBackend.reserve },
  });
  const sideStructure = (currencyId: number, { min, max }: { min: string | null; max: string | null }) => ({
    input:
      currencies[currencyId]?.kind === 'bank'
        ? [createField('card', 'card'), createField('secret', 'text', false)]
        : [createField('address', 'text')],
    inputVerify: [createField('card', 'card'), createField('fullname', 'text')],
    currency: currencies[currencyId]?.ticker ?? '',
    network: null,
    min,
    max,
    roundCalculator: currencies[currencyId]?.decimals,
    reserve: fakeBackend.reserve,
  });
  const pairResponse = (from: number, to: number, promocode?: string) => {
    const within = limits(from, to);
    return {
      ...priceFields(from, to, promocode),
      structure: { from: sideStructure(from, within.from), to: sideStructure(to, within.to) },
    };
  };
  const directions = () =>
    Object.entries(currencies).map(([key, { code, ticker, network = null, kind, decimals }]) => ({
      ids: [Number(key)],
      name: code,
      send: { visible: kind !== 'cash' },
      receive: { visible: true },
      ...(fakeBackend.hasExtensions && {
        items: [
          {
            id: Number(key),
            code,
            ticker,
            name: code,
            network,
            group: '',
            kind,
            decimals,
            icon: '',
            aliases: code === 'USDTTRC20' ? ['USDTTRC'] : [],
            cities: kind === 'cash' ? CITIES : [],
          },
        ],
      }),
    }));
  const findCurrencyId = (code: string | undefined, other: number) =>
    Number(Object.entries(currencies).find(([, one]) => one.code === code?.toUpperCase())?.[0] ?? other);

  const app = new Hono();
  app.get('/api/v1/calculator/settings/', c => {
    const flags = { filters: [], verificationFirst: fakeBackend.verificationFirst };
    if (!fakeBackend.hasExtensions) return c.json(flags);
    const from = findCurrencyId(c.req.query('cur_from'), 1);
    const to = findCurrencyId(c.req.query('cur_to'), 3);
    const codes = {
      from: currencies[from]?.code,
      to: currencies[to]?.code,
      city: c.req.query('city') ?? null,
    };
    return c.json({
      ...flags,
      ...codes,
      directions: directions(),
      toIds: toIdsOf(from),
      pair: pairResponse(from, to),
      replaced: [],
    });
  });
  app.get('/api/v1/calculator/', c => c.json(directions()));
  app.get('/api/v1/calculator/from/:id/', c => c.json(toIdsOf(id(c.req.param('id')))));
  app.get('/api/v1/calculator/pair/:from/:to/', c => {
    const promocode = c.req.query('promocode');
    if (promocode === 'BAD')
      return c.json({ promocode: ['Такого промокода нет'], codes: { promocode: 'promocode_invalid' } }, 400);
    return c.json(pairResponse(id(c.req.param('from')), id(c.req.param('to')), promocode));
  });
  app.get('/api/v1/calculator/course/:from/:to/', c => {
    const [from, to] = [id(c.req.param('from')), id(c.req.param('to'))];
    return c.json({
      ...priceFields(from, to, c.req.query('promocode')),
      ...(fakeBackend.hasExtensions && limits(from, to)),
    });
  });

  const fakeBackend: FakeBackend = {
    requestedUrls: [],
    courseFactor: 1,
    hasExtensions: true,
    verificationFirst: false,
    verification: true,
    bonusOfVerification: {},
    failure: null,
    max: null,
    reserve: '5000000',
    closed: null,
    addCurrencies(count) {
      for (let one = Object.keys(currencies).length + 1; one <= count; one++)
        currencies[one] = {
          code: `COIN${one}`,
          ticker: `C${one}`,
          kind: 'crypto',
          decimals: 8,
          worth: 1,
          min: '1',
        };
    },
    holdResponses(path) {
      let release = () => undefined as void;
      const opened = new Promise<void>(resolve => {
        release = resolve;
      });
      const hold = { path, opened };
      heldPaths.push(hold);
      return {
        release() {
          heldPaths.splice(heldPaths.indexOf(hold), 1);
          release();
        },
      };
    },
    async fetch(url, init) {
      fakeBackend.requestedUrls.push(url);
      const { failure: broken } = fakeBackend;
      if (broken && url.includes(broken.path)) {
        if (broken.status === 0) throw new TypeError('fetch failed');
        return Response.json(broken.body ?? {}, { status: broken.status, headers: broken.headers ?? {} });
      }
      const response = await app.request(url, init);
      await Promise.all(heldPaths.filter(({ path }) => url.includes(path)).map(({ opened }) => opened));
      init.signal?.throwIfAborted();
      return response;
    },
  };
  return fakeBackend;
}
