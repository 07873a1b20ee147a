import { Hono, type Context } from 'hono';

/** Settings of the backend. */
interface SpecBackendOptions {
  /** The method of auth/refresh/, which SPEC does not name. */
  refreshMethod?: 'POST' | 'GET';
}

const REFRESH_COOKIE = 'refresh';

/**
 * A backend that knows only the calls of the specification, with the account anna@example.com. Its login sets no marker
 * cookie, and it has no extensions.
 */
export function createSpecBackend({ refreshMethod = 'POST' }: SpecBackendOptions = {}) {
  const app = new Hono();
  const state = {
    /** E-mail of the only account. */
    email: 'anna@example.com',
    password: 'three quiet rivers',
    activated: true,
    /** Calls in the order of their arrival: `POST /front-api/auth/refresh/`. */
    calls: [] as string[],
    /** Responses to all calls of these paths, instead of their own. */
    failures: new Map<string, () => Response | Promise<Response>>(),
    refreshTokens: new Set<string>(),
    accessTokens: new Set<string>(),
    tokenCount: 0,
  };

  const issueToken = (tokens: Set<string>, kind: string) => {
    const token = `${kind}-${++state.tokenCount}`;
    tokens.add(token);
    return token;
  };
  const readCookie = (c: Context) => /(?:^|; )refresh=([^;]+)/.exec(c.req.header('cookie') ?? '')?.[1] ?? '';
  const grantAccess = (c: Context, refreshToken: string) => {
    c.header('set-cookie', `${REFRESH_COOKIE}=${refreshToken}; HttpOnly; Path=/`);
    return c.json({ access: issueToken(state.accessTokens, 'access') });
  };
  const refuseToken = (c: Context) => c.json({ detail: 'Вход устарел', code: 'token_not_valid' }, 401);

  app.use(async (c, next) => {
    state.calls.push(`${c.req.method} ${c.req.path}`);
    const fail = state.failures.get(c.req.path);
    return fail ? fail() : next();
  });
  app.post('/front-api/auth/login/', async c => {
    const { email, password } = await c.req.json<{ email: string; password: string }>();
    if (email !== state.email || password !== state.password)
      return c.json({ detail: 'Почта или пароль не подходят', code: 'credentials_invalid' }, 401);
    return grantAccess(c, issueToken(state.refreshTokens, 'refresh'));
  });
  app.all('/front-api/auth/refresh/', c => {
    if (c.req.method !== refreshMethod) return c.text('', 405);
    const token = readCookie(c);
    if (!state.refreshTokens.delete(token)) return refuseToken(c);
    return grantAccess(c, issueToken(state.refreshTokens, 'refresh'));
  });
  app.post('/front-api/auth/logout/', c => {
    state.refreshTokens.delete(readCookie(c));
    return c.body(null, 204);
  });
  app.get('/api/v1/users/me/', c => {
    const token = c.req.header('authorization')?.replace('Bearer ', '') ?? '';
    return state.accessTokens.has(token)
      ? c.json({ email: state.email, activated: state.activated })
      : refuseToken(c);
  });

  app.post('/api/v1/users/reactivate/', c => c.body(null, 202));

  return {
    app,
    state,
    /** Ends every access token, as time does. */
    expireAccessTokens: () => state.accessTokens.clear(),
    /** Ends every session. */
    endSessions() {
      state.accessTokens.clear();
      state.refreshTokens.clear();
    },
    countCalls: (call: string) => state.calls.filter(one => one === call).length,
  };
}

/** A backend with only the calls of the specification. */
export type SpecBackend = ReturnType<typeof createSpecBackend>;
