import * as v from 'valibot';
import type { ClaimRequisite, ClaimStatus } from '#core/contract/claim.ts';
import type { Context } from '../context.ts';
import type { ClaimRow } from '../database/schema.ts';
import { expire, isOverdue } from './expiry.ts';
import { received } from './facts.ts';
import { isSecretOf } from './secret.ts';
import * as view from './view.ts';

/**
 * A claim as far as the asker may see it: `none` for an unknown claim and a wrong secret alike, `bare` without a
 * secret, `full` with the right one.
 */
export type Opened =
  | { access: 'none' }
  | { access: 'bare'; claim: ClaimRow }
  | {
      access: 'full';
      claim: ClaimRow;
      status: () => Promise<ClaimStatus>;
      /** Null while there is nowhere to pay. */
      requisite: () => Promise<ClaimRequisite | null>;
    };

const Id = v.pipe(v.string(), v.uuid());

/** Reads a claim by its uuid and secret; one whose time has run out is expired first, so that no answer is late. */
export async function open(context: Context, id: string, secret: string | undefined): Promise<Opened> {
  const { catalogue, now } = context;
  if (!v.is(Id, id) || (secret !== undefined && !isSecretOf(context.secret, id.toLowerCase(), secret)))
    return { access: 'none' };
  let claim = await find(context, id);
  if (claim && isOverdue(claim, now())) {
    await expire(context, claim);
    claim = await find(context, id);
  }
  if (!claim) return { access: 'none' };
  if (secret === undefined) return { access: 'bare', claim };
  const row = claim;
  return {
    access: 'full',
    claim: row,
    status: () => view.status(context, context.db, row),
    requisite: async () =>
      view.requisite(row, view.sides(catalogue, row), await received(context.db, row.id), now()),
  };
}

function find({ db }: Context, id: string): Promise<ClaimRow | undefined> {
  return db.selectFrom('claims').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst();
}
