import * as v from 'valibot';
import * as claims from '../claims/open.ts';
import { secretOf } from '../claims/secret.ts';
import type { Context } from '../context.ts';
import type { ClaimRow, VerificationRow } from '../database/schema.ts';
import * as handoff from './handoff.ts';

/** What a request shows of itself: the claim's secret, or the token and secret of a device that it was handed to. */
export interface Asker {
  secret: string | undefined;
  token: string | undefined;
  device: string | undefined;
}

/** A verification whose asker may see and change it; `owner` holds the claim's secret, a device does not. */
export interface Opened {
  row: VerificationRow;
  claim: ClaimRow;
  owner: boolean;
}

const Id = v.pipe(v.string(), v.uuid());

/** Reads a verification by its uuid; null for an unknown one and for the wrong asker alike. */
export async function open(context: Context, id: string, asker: Asker): Promise<Opened | null> {
  if (!v.is(Id, id)) return null;
  const row = await context.db
    .selectFrom('verifications')
    .selectAll()
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst();
  if (!row) return null;
  const secret = await secretFor(context, row, asker);
  if (secret === null) return null;
  // Also expires the claim when its time has run out.
  const found = await claims.open(context, row.claim_id, secret);
  return found.access === 'full' ? { row, claim: found.claim, owner: asker.secret !== undefined } : null;
}

/** The claim's secret that the asker has, or that his device stands for. */
async function secretFor(
  context: Context,
  { id, claim_id }: VerificationRow,
  { secret, token, device }: Asker,
): Promise<string | null> {
  if (secret !== undefined) return secret;
  if (token === undefined || device === undefined) return null;
  return (await handoff.enter(context, id, { token, device })) ? secretOf(context.secret, claim_id) : null;
}
