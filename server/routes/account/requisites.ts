import { Hono, type Context } from 'hono';
import { RequisiteCreate, RequisiteUpdate } from '#core/contract/account/savedRequisite.ts';
import { readAccountDevice } from '../../accounts/accountClient.ts';
import { addRequisite } from '../../accounts/requisites/addRequisite.ts';
import {
  deleteRequisite,
  renameRequisite,
  restoreRequisite,
} from '../../accounts/requisites/changeRequisite.ts';
import {
  buildRequisites,
  listRequisiteInputs,
  listRequisites,
} from '../../accounts/requisites/listRequisites.ts';
import type { ServerContext } from '../../context.ts';
import type { SavedRequisiteRow } from '../../database/accountRows.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { createAccountGuards, type AccountEnv } from './accountGuards.ts';
import { readUuid } from '../readUuid.ts';
import { requisiteDocs } from './requisiteDocs.ts';

/** Routes below /api/v1/users/me/requisites. */
export function createRequisiteRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  const { requireAccount, requireFreshAccount } = createAccountGuards(context);
  /** Identifies the requisite of a path, for the logged-in user. */
  const readOwner = (c: Context<AccountEnv>) => ({
    userId: c.var.account.user.id,
    id: readUuid(c).toLowerCase(),
  });
  const sendRequisite = async (c: Context, row: SavedRequisiteRow, status: 200 | 201 = 200) =>
    c.json((await buildRequisites(context, row.user_id, [row]))[0], status);

  routes.get('/', requisiteDocs.list, requireAccount, async c =>
    c.json(await listRequisites(context, c.var.account.user.id, c.req.query())),
  );

  routes.get('/inputs/', requisiteDocs.inputs, requireAccount, c =>
    c.json(listRequisiteInputs(context, c.req.query())),
  );

  routes.post('/', requisiteDocs.add, requireFreshAccount, async c => {
    const body = await parseJsonBody(c, RequisiteCreate);
    const row = await addRequisite(context, c.var.account.user, body, readAccountDevice(c));
    return sendRequisite(c, row, 201);
  });

  routes.patch('/:id/', requisiteDocs.rename, requireAccount, async c => {
    const owner = readOwner(c);
    const { label } = await parseJsonBody(c, RequisiteUpdate);
    return sendRequisite(c, await renameRequisite(context, owner, label));
  });

  routes.delete('/:id/', requisiteDocs.remove, requireAccount, async c => {
    await deleteRequisite(context, readOwner(c), readAccountDevice(c));
    return c.body(null, 204);
  });

  routes.post('/:id/restore/', requisiteDocs.restore, requireAccount, async c =>
    sendRequisite(c, await restoreRequisite(context, readOwner(c), readAccountDevice(c))),
  );

  return routes;
}
