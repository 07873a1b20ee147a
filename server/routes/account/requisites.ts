import { Hono, type Context } from 'hono';
import * as v from 'valibot';
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
import { sendProblemResult } from '../../http/problemResponse.ts';
import { notFoundProblem } from '../../http/problemResult.ts';
import { createAccountGuards } from './accountGuards.ts';
import { requisiteDocs } from './requisiteDocs.ts';

/** PostgreSQL accepts no zero byte in a text. */
const RequisiteId = v.pipe(v.string(), v.uuid(), v.toLowerCase());

/** Routes below /api/v1/users/me/requisites. */
export function createRequisiteRoutes(context: ServerContext): Hono {
  const routes = new Hono();

  const { withAccount, withFreshAccount } = createAccountGuards(context);
  /** Handles a request about one requisite of a logged-in user; 404 if its id is none. */
  const withRequisite = (
    c: Context,
    handle: (owner: { userId: string; id: string }) => Promise<Response> | Response,
  ) =>
    withAccount(c, ({ user }) => {
      const id = v.safeParse(RequisiteId, c.req.param('id'));
      return id.success ? handle({ userId: user.id, id: id.output }) : sendProblemResult(c, notFoundProblem);
    });
  const sendRequisite = async (c: Context, row: SavedRequisiteRow, status: 200 | 201 = 200) =>
    c.json((await buildRequisites(context, row.user_id, [row]))[0], status);

  routes.get('/', requisiteDocs.list, c =>
    withAccount(c, async ({ user }) => {
      const result = await listRequisites(context, user.id, c.req.query());
      return result.ok ? c.json(result.requisites) : sendProblemResult(c, result);
    }),
  );

  routes.get('/inputs/', requisiteDocs.inputs, c =>
    withAccount(c, () => {
      const result = listRequisiteInputs(context, c.req.query());
      return result.ok ? c.json(result.inputs) : sendProblemResult(c, result);
    }),
  );

  routes.post('/', requisiteDocs.add, c =>
    withFreshAccount(c, async account => {
      const body = await parseJsonBody(c, RequisiteCreate);
      if (!body.ok) return sendProblemResult(c, body);
      const result = await addRequisite(context, account.user, body.output, readAccountDevice(c));
      return result.ok ? sendRequisite(c, result.row, 201) : sendProblemResult(c, result);
    }),
  );

  routes.patch('/:id/', requisiteDocs.rename, c =>
    withRequisite(c, async owner => {
      const body = await parseJsonBody(c, RequisiteUpdate);
      if (!body.ok) return sendProblemResult(c, body);
      const row = await renameRequisite(context, owner, body.output.label);
      return row ? sendRequisite(c, row) : sendProblemResult(c, notFoundProblem);
    }),
  );

  routes.delete('/:id/', requisiteDocs.remove, c =>
    withRequisite(c, async owner => {
      const result = await deleteRequisite(context, owner, readAccountDevice(c));
      return result.ok ? c.body(null, 204) : sendProblemResult(c, result);
    }),
  );

  routes.post('/:id/restore/', requisiteDocs.restore, c =>
    withRequisite(c, async owner => {
      const result = await restoreRequisite(context, owner, readAccountDevice(c));
      return result.ok ? sendRequisite(c, result.row) : sendProblemResult(c, result);
    }),
  );

  return routes;
}
