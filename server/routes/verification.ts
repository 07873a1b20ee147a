import { Hono, type Context as Call } from 'hono';
import * as v from 'valibot';
import * as contract from '#core/contract/verification.ts';
import { open as openClaim } from '../claims/open.ts';
import { fields, notFound, type Refusal } from '../claims/refusal.ts';
import type { Context } from '../context.ts';
import { check } from '../files/file.ts';
import { readUpload, refusedFile } from '../files/upload.ts';
import { open, type Opened } from '../verification/access.ts';
import { begin } from '../verification/begin.ts';
import { docs } from '../verification/docs.ts';
import * as handoffs from '../verification/handoff.ts';
import { list } from '../verification/list.ts';
import * as photos from '../verification/photo.ts';
import { isEditable, statusOf, view } from '../verification/state.ts';
import * as submit from '../verification/submit.ts';

/** The calls under /api/v1/verify and /api/v2/verify. */
export function verification(context: Context): Hono {
  const { db, now } = context;
  const routes = new Hono();
  const opened = (c: Call, id: string) =>
    open(context, id, {
      secret: c.req.header('x-claim-secret'),
      token: c.req.header('x-verification-token'),
      device: c.req.header('x-verification-device'),
    });
  /** The asker's claim; `secret` is asked for, its bare status is nobody's business here. */
  const claimOf = async (c: Call, id: string) => {
    const found = await openClaim(context, id, c.req.header('x-claim-secret'));
    return found.access === 'full' ? found.claim : null;
  };
  const answer = async (c: Call, id: string) => {
    const found = await opened(c, id);
    return found ? c.json(await view(context, db, found.row, found.claim)) : refuse(c, notFound);
  };
  /** Runs a step on the verification of that id and answers how it is then. */
  const after = async (c: Call, id: string, step: (id: string) => Promise<submit.Done | Refusal>) => {
    const found = await opened(c, id);
    if (!found) return refuse(c, notFound);
    const result = await step(found.row.id);
    return result.ok ? answer(c, id) : refuse(c, result);
  };
  const gone = async (c: Call, id: string, step: (id: string) => Promise<submit.Done | Refusal>) => {
    const found = await opened(c, id);
    if (!found) return refuse(c, notFound);
    const result = await step(found.row.id);
    return result.ok ? c.body(null, 204) : refuse(c, result);
  };
  const statusNow = ({ row, claim }: Opened) => statusOf(row, claim, now());

  routes.get('/', docs.list, async c => {
    const claim = await claimOf(c, c.req.query('claim') ?? '');
    if (!claim) return refuse(c, notFound);
    const result = await list(context, claim, c.req.query());
    return result.ok ? c.json(result.list) : refuse(c, result);
  });

  routes.post('/', docs.begin, async c => {
    const body = await read(c, contract.VerificationCreate);
    if (!body.ok) return refuse(c, body);
    const claim = await claimOf(c, body.output.claim);
    if (!claim) return refuse(c, notFound);
    const result = await begin(context, claim);
    if (!result.ok) return refuse(c, result);
    return c.json(await view(context, db, result.row, claim), result.made ? 201 : 200);
  });

  routes.get('/inputs/', docs.inputs, c => {
    const { types, ...photo } = photos.LIMITS;
    const inputs: contract.VerificationInputs = { inputs: [], photo: { ...photo, types: [...types] } };
    return c.json(inputs);
  });

  routes.post('/upload/', docs.upload, async c => {
    const upload = await readUpload(c);
    if (!upload.ok) return refuse(c, upload);
    const found = await opened(c, upload.fields.verification ?? '');
    if (!found) return refuse(c, notFound);
    // Nobody's processor works for a file that has no place.
    const status = statusNow(found);
    if (status !== 'pending' && !isEditable(status)) return refuse(c, submit.elsewhere(status));
    const checked = await check(upload.bytes, { pdf: false });
    if (!checked.ok) return refuse(c, refusedFile(checked.code));
    const result = await photos.add(context, found.row.id, checked);
    return result.ok ? c.json(result.photo, 201) : refuse(c, result);
  });

  routes.delete('/upload/:photo/', docs.erase, c =>
    gone(c, c.req.query('verification') ?? '', id => photos.erase(context, id, c.req.param('photo'))),
  );

  routes.post('/confirm/', docs.confirm, async c => {
    const body = await read(c, contract.VerificationConfirm);
    if (!body.ok) return refuse(c, body);
    return after(c, body.output.verification, id => submit.confirm(context, id));
  });

  routes.get('/:id/', docs.get, c => answer(c, c.req.param('id')));

  routes.put('/:id/', docs.put, async c => {
    const body = await read(c, contract.VerificationUpdate);
    if (!body.ok) return refuse(c, body);
    return after(c, c.req.param('id'), id => submit.resubmit(context, id, body.output.photos));
  });

  routes.delete('/:id/', docs.remove, c => gone(c, c.req.param('id'), id => submit.remove(context, id)));

  routes.get('/:id/status/', docs.status, async c => {
    const found = await opened(c, c.req.param('id'));
    if (!found) return refuse(c, notFound);
    const state: contract.VerificationState = { status: statusNow(found), reason: found.row.reason };
    return c.json(state);
  });

  routes.post('/:id/handoff/', docs.handoff, async c => {
    const found = await opened(c, c.req.param('id'));
    if (!found?.owner) return refuse(c, notFound);
    const status = statusNow(found);
    if (!isEditable(status)) return refuse(c, submit.elsewhere(status));
    return c.json(await handoffs.create(context, found.row.id));
  });

  return routes;
}

/** The JSON body by its schema; a refusal names the wrong fields. */
async function read<T>(
  c: Call,
  schema: v.GenericSchema<unknown, T>,
): Promise<{ ok: true; output: T } | Refusal> {
  const result = v.safeParse(schema, await c.req.json().catch(() => undefined));
  if (result.success) return { ok: true, output: result.output };
  const names = result.issues.map(issue => v.getDotPath(issue)?.split('.')[0] ?? 'non_field_errors');
  return fields(Object.fromEntries(names.map(name => [name, { code: 'body_invalid' }])));
}

function refuse(c: Call, { status, body, retryAfter }: Refusal): Response {
  return c.json(body, status, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}
