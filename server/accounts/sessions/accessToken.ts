import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { SessionRow } from '#server/platform/database/accountRows.ts';

/** Lifetime of an access token. Every call also reads the session. */
const ACCESS_TOKEN_LIFETIME_SECONDS = 600;

const TOKEN_TYPE = 'at+jwt';
const AUDIENCE = 'account';
const ALGORITHM = 'HS256';

/** The JWT claims that the server reads. */
const AccessClaims = v.object({
  sub: v.string(),
  sid: v.string(),
  /** Time of the user's last authentication, seconds since 1970 UTC. */
  auth_time: v.number(),
});
export type AccessClaims = v.InferOutput<typeof AccessClaims>;

type TokenContext = Pick<ExchangeContext, 'config' | 'keys' | 'now'>;

/** Creates the access token of a session: a JWT, valid for 10 minutes. */
export function createAccessToken(
  { config, keys, now }: TokenContext,
  { id, user_id, auth_time, amr }: Pick<SessionRow, 'id' | 'user_id' | 'auth_time' | 'amr'>,
): Promise<string> {
  const issuedAt = Math.floor(now() / 1000);
  return new SignJWT({ sid: id, auth_time: Math.floor(Number(auth_time) / 1000), amr: amr.split(' ') })
    .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE, kid: keys.currentId })
    .setIssuer(config.publicOrigin)
    .setAudience(AUDIENCE)
    .setSubject(user_id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_LIFETIME_SECONDS)
    .sign(keys.getDerivedKey(keys.currentId, 'access-token'));
}

/** Returns the claims of a valid access token, else null. Whether its session still exists is not checked. */
export async function readAccessToken(
  { config, keys, now }: TokenContext,
  token: string,
): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keys.getDerivedKey(kid ?? '', 'access-token'), {
      algorithms: [ALGORITHM],
      typ: TOKEN_TYPE,
      issuer: config.publicOrigin,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat'],
      currentDate: new Date(now()),
    });
    const claims = v.safeParse(AccessClaims, payload);
    return claims.success ? claims.output : null;
  } catch {
    return null;
  }
}
