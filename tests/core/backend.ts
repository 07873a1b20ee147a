import { Hono } from 'hono';

interface Money {
  code: string;
  ticker: string;
  network?: string;
  kind: 'crypto' | 'bank' | 'cash';
  decimals: number;
  /** What one unit is worth; the course of a pair is the quotient. */
  worth: number;
  min: string;
}

const start: Record<number, Money> = {
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

const cities = [
  { code: 'MSK', name: 'Москва' },
  { code: 'SPB', name: 'Санкт-Петербург' },
];

/** A backend of another make: only what SPEC.md names, unless `ext`. Its state is the test's to change. */
export interface Backend {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Paths asked for, oldest first. */
  asked: string[];
  /** 1 for the usual course; 1.1 gives 10 % more. */
  course: number;
  ext: boolean;
  verificationFirst: boolean;
  verification: boolean;
  /** Adds coins until there are so many currencies. */
  crowd(count: number): void;
  /** The calls whose path holds this text fail with that status; 0 breaks the connection. */
  broken: { path: string; status: number; body?: unknown; headers?: Record<string, string> } | null;
  /** Answers to paths with this text wait until it is called for. */
  hold(path: string): { release(): void };
  max: string | null;
  reserve: string;
  closed: { code: string; detail: string } | null;
}

const field = (name: string, type: string, visible = true) => ({
  name,
  label: name,
  type,
  required: true,
  visible,
});

/** A backend; `now` is its clock. */
export function backend(now: () => number): Backend {
  const currencies = { ...start };
  const holds: { path: string; opened: Promise<void> }[] = [];
  const id = (text: string) => Number(text);
  const toIdsOf = (from: number) =>
    Object.keys(currencies)
      .map(id)
      .filter(to => to !== from && !(from === 4 && to === 1));

  const priced = (from: number, to: number, promocode?: string) => {
    const rate = ((currencies[from]?.worth ?? 1) / (currencies[to]?.worth ?? 1)) * self.course;
    const text = (value: number) => String(Number(value.toPrecision(10)));
    const bonus = promocode === 'GOOD' ? 1.01 : 1;
    return {
      course: text(rate * bonus),
      verificationCourse: self.verification ? text(rate * bonus * 1.005) : null,
      bonus: null,
      closed: self.closed,
      ...(self.ext && {
        quote: `q${self.course}`,
        expiresAt: new Date(now() + 60_000).toISOString(),
        now: new Date(now()).toISOString(),
      }),
    };
  };
  const limits = (from: number, to: number) => ({
    from: { min: currencies[from]?.min ?? null, minVerification: null, max: self.max },
    to: { min: currencies[to]?.min ?? null, minVerification: null, max: null, reserve: self.reserve },
  });
  const side = (one: number, { min, max }: { min: string | null; max: string | null }) => ({
    input:
      currencies[one]?.kind === 'bank'
        ? [field('card', 'card'), field('secret', 'text', false)]
        : [field('address', 'text')],
    inputVerify: [field('card', 'card'), field('fullname', 'text')],
    currency: currencies[one]?.ticker ?? '',
    network: null,
    min,
    max,
    roundCalculator: currencies[one]?.decimals,
    reserve: self.reserve,
  });
  const pair = (from: number, to: number, promocode?: string) => {
    const within = limits(from, to);
    return {
      ...priced(from, to, promocode),
      structure: { from: side(from, within.from), to: side(to, within.to) },
    };
  };
  const directions = () =>
    Object.entries(currencies).map(([key, { code, ticker, network = null, kind, decimals }]) => ({
      ids: [Number(key)],
      name: code,
      send: { visible: kind !== 'cash' },
      receive: { visible: true },
      ...(self.ext && {
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
            cities: kind === 'cash' ? cities : [],
          },
        ],
      }),
    }));
  const find = (code: string | undefined, other: number) =>
    Number(Object.entries(currencies).find(([, one]) => one.code === code?.toUpperCase())?.[0] ?? other);

  const app = new Hono();
  app.get('/api/v1/calculator/settings/', c => {
    const flags = { filters: [], verificationFirst: self.verificationFirst };
    if (!self.ext) return c.json(flags);
    const from = find(c.req.query('cur_from'), 1);
    const to = find(c.req.query('cur_to'), 3);
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
      pair: pair(from, to),
      replaced: [],
    });
  });
  app.get('/api/v1/calculator/', c => c.json(directions()));
  app.get('/api/v1/calculator/from/:id/', c => c.json(toIdsOf(id(c.req.param('id')))));
  app.get('/api/v1/calculator/pair/:from/:to/', c => {
    const promocode = c.req.query('promocode');
    if (promocode === 'BAD')
      return c.json({ promocode: ['Такого промокода нет'], codes: { promocode: 'promocode_invalid' } }, 400);
    return c.json(pair(id(c.req.param('from')), id(c.req.param('to')), promocode));
  });
  app.get('/api/v1/calculator/course/:from/:to/', c => {
    const [from, to] = [id(c.req.param('from')), id(c.req.param('to'))];
    return c.json({ ...priced(from, to, c.req.query('promocode')), ...(self.ext && limits(from, to)) });
  });

  const self: Backend = {
    asked: [],
    course: 1,
    ext: true,
    verificationFirst: false,
    verification: true,
    broken: null,
    max: null,
    reserve: '5000000',
    closed: null,
    crowd(count) {
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
    hold(path) {
      let release = () => undefined as void;
      const opened = new Promise<void>(resolve => {
        release = resolve;
      });
      const hold = { path, opened };
      holds.push(hold);
      return {
        release() {
          holds.splice(holds.indexOf(hold), 1);
          release();
        },
      };
    },
    async fetch(url, init) {
      self.asked.push(url);
      const { broken } = self;
      if (broken && url.includes(broken.path)) {
        if (broken.status === 0) throw new TypeError('fetch failed');
        return Response.json(broken.body ?? {}, { status: broken.status, headers: broken.headers ?? {} });
      }
      const response = await app.request(url, init);
      await Promise.all(holds.filter(({ path }) => url.includes(path)).map(({ opened }) => opened));
      init.signal?.throwIfAborted();
      return response;
    },
  };
  return self;
}
