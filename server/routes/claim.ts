import { Hono, type Context as Call } from 'hono';
import type { ClaimForm, ClaimHandoff } from '#core/contract/claim.ts';
import { captcha, type Captcha } from '../captcha.ts';
import { accept } from '../claims/accept.ts';
import { addBill, removeBill } from '../claims/bill.ts';
import { cancel } from '../claims/cancel.ts';
import { confirm } from '../claims/confirm.ts';
import { creation } from '../claims/create.ts';
import { open, type Opened } from '../claims/open.ts';
import { refund } from '../claims/refund.ts';
import { notFound, type Refusal } from '../claims/refusal.ts';
import { sides } from '../claims/view.ts';
import type { Context } from '../context.ts';
import { readUpload } from '../files/upload.ts';
import { form } from '../merchant/order.ts';
import { docs } from './claimdocs.ts';

/** A claim that its maker has opened. */
type Own = Extract<Opened, { access: 'full' }>;

/** The calls under /api/v1/claim. `guard` is the captcha, by default the one that the configuration names. */
export function claim(context: Context, guard: Captcha = captcha(context.config)): Hono {
  const routes = new Hono();
  const create = creation(context, guard);
  const opened = (c: Call) => open(context, c.req.param('id') ?? '', c.req.header('x-claim-secret'));

  for (const path of ['/captchacheck', '/captchacheck/'])
    routes.get(path, docs.captchacheck, c => c.json(guard.check()));

  routes.post('/', docs.create, async c => {
    const result = await create({
      text: await c.req.text(),
      key: c.req.header('idempotency-key'),
      network: c.var.client,
    });
    return result.ok ? c.json(result.created, 201) : refuse(c, result);
  });

  routes.get('/:id/status/', docs.status, async c => {
    const found = await opened(c);
    if (found.access === 'none') return refuse(c, notFound);
    return c.json(found.access === 'bare' ? { status: found.claim.status } : await found.status());
  });

  /** A call that only the claim's maker may make. */
  const own = (call: (c: Call, found: Own) => Promise<Response> | Response) => async (c: Call) => {
    const found = await opened(c);
    return found.access === 'full' ? call(c, found) : refuse(c, notFound);
  };
  /** A step of its maker: how the claim is after it, or why it was not taken. */
  const step = (take: (c: Call, found: Own) => Promise<Refusal | null>, done: 200 | 201 = 200) =>
    own(async (c, found) => {
      const refusal = await take(c, found);
      if (refusal) return refuse(c, refusal);
      const now = await opened(c);
      return now.access === 'full' ? c.json(await now.status(), done) : refuse(c, notFound);
    });

  routes.get(
    '/:id/requisite/',
    docs.requisite,
    own(async (c, found) => c.json(await found.requisite())),
  );

  routes.get(
    '/:id/form/',
    docs.form,
    own(async (c, { claim, requisite }) => {
      const merchant = form(context, claim, sides(context.catalogue, claim));
      const answer: ClaimForm = merchant ?? { kind: 'requisites', requisite: await requisite() };
      return c.json(answer);
    }),
  );

  routes.post(
    '/:id/confirm/',
    docs.confirm,
    own(async (c, { claim }) => {
      const result = await confirm(context, claim.id, c.req.header('idempotency-key'));
      return result.ok ? c.json(result.status) : refuse(c, result);
    }),
  );

  routes.post(
    '/:id/bill/',
    docs.addBill,
    step(async (c, { claim }) => {
      const upload = await readUpload(c);
      return upload.ok ? addBill(context, claim.id, upload.name, upload.bytes) : upload;
    }, 201),
  );

  routes.delete(
    '/:id/bill/:bill/',
    docs.removeBill,
    step((c, { claim }) => removeBill(context, claim.id, c.req.param('bill') ?? '')),
  );

  routes.post(
    '/:id/cancel/',
    docs.cancel,
    step((_, { claim }) => cancel(context, claim.id)),
  );
  routes.post(
    '/:id/accept/',
    docs.accept,
    step((_, { claim }) => accept(context, claim.id)),
  );
  routes.post(
    '/:id/refund/',
    docs.refund,
    step(async (c, { claim }) => refund(context, claim, await c.req.text())),
  );

  routes.post(
    '/:id/handoff/',
    docs.handoff,
    own((c, { claim }) => {
      const secret = c.req.header('x-claim-secret') ?? '';
      const answer: ClaimHandoff = { url: `${context.config.publicOrigin}/claim/${claim.id}#${secret}` };
      return c.json(answer);
    }),
  );

  return routes;
}

function refuse(c: Call, { status, body, retryAfter }: Refusal): Response {
  return c.json(body, status, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}
