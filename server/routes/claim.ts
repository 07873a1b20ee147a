import { Hono, type Context as Call } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import * as contract from '#core/contract/claim.ts';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import { captcha, type Captcha } from '../captcha.ts';
import { cancel } from '../claims/cancel.ts';
import { creation } from '../claims/create.ts';
import { open } from '../claims/open.ts';
import { notFound, type Refusal } from '../claims/refusal.ts';
import type { Context } from '../context.ts';

const json = (schema: v.GenericSchema, description: string) => ({
  description,
  content: { 'application/json': { schema: resolver(schema) } },
});
const unknown = json(Problem, '`not_found`: no such claim, or not with this secret');

const secretHeader = {
  name: 'X-Claim-Secret',
  in: 'header' as const,
  description: 'The secret that creating the claim answered',
  schema: { type: 'string' as const },
};
const id = {
  name: 'id',
  in: 'path' as const,
  required: true,
  schema: { type: 'string' as const, format: 'uuid' },
};

const docs = {
  create: describeRoute({
    summary: 'Create a claim: amounts frozen, reserve held, where to pay',
    tags: ['claim'],
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        description:
          '8–128 visible ASCII characters. The same key and body (without `recaptcha`) get the first answer again',
        schema: { type: 'string', minLength: 8, maxLength: 128 },
      },
    ],
    requestBody: {
      required: true,
      // Resolved like an answer's schema, though the type knows them in answers only.
      content: { 'application/json': { schema: resolver(contract.ClaimCreate) as never } },
    },
    responses: {
      201: json(contract.ClaimCreated, 'The claim, on disk; the only answer that holds its secret'),
      400: json(LimitProblem, 'Messages by field, a requisite as `toRequisites.card`; `limit` for amounts'),
      404: json(Problem, '`pair_unknown`'),
      409: json(
        v.union([contract.CourseChanged, Problem]),
        '`course_changed` with the new course, `reserve_short`, `direction_closed`, `idempotency_conflict`, …',
      ),
      429: json(Problem, '`claims_limit`: too many open claims; `too_many_requests` with Retry-After'),
    },
  }),
  status: describeRoute({
    summary: 'The claim as it is now',
    tags: ['claim'],
    parameters: [id, secretHeader],
    responses: {
      200: json(
        v.union([contract.ClaimStatus, contract.ClaimStatusOnly]),
        'The claim; without the secret only its status',
      ),
      404: unknown,
    },
  }),
  requisite: describeRoute({
    summary: 'Where to pay, how much, with which memo, until when',
    tags: ['claim'],
    parameters: [id, { ...secretHeader, required: true }],
    responses: {
      200: json(
        v.nullable(contract.ClaimRequisite),
        'Null while there is nowhere to pay: not chosen yet, or closed',
      ),
      404: unknown,
    },
  }),
  cancel: describeRoute({
    summary: 'Cancel a claim that nothing has been paid for',
    tags: ['claim'],
    parameters: [id, { ...secretHeader, required: true }],
    responses: {
      200: json(contract.ClaimStatus, 'The claim, cancelled; the same when it was cancelled before'),
      404: unknown,
      409: json(Problem, '`transition_forbidden` with the present `status`'),
    },
  }),
  captchacheck: describeRoute({
    summary: 'Whether creating a claim asks for a captcha',
    tags: ['claim'],
    responses: { 200: json(contract.CaptchaCheck, 'Whose captcha, with which public key') },
  }),
};

/** The calls under /api/v1/claim. `guard` is the captcha, by default the one that the configuration names. */
export function claim(context: Context, guard: Captcha = captcha(context.config.captcha)): Hono {
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

  routes.get('/:id/requisite/', docs.requisite, async c => {
    const found = await opened(c);
    return found.access === 'full' ? c.json(found.requisite()) : refuse(c, notFound);
  });

  routes.post('/:id/cancel/', docs.cancel, async c => {
    const found = await opened(c);
    if (found.access !== 'full') return refuse(c, notFound);
    const refusal = await cancel(context, found.claim.id);
    if (refusal) return refuse(c, refusal);
    const again = await opened(c);
    return again.access === 'full' ? c.json(await again.status()) : refuse(c, notFound);
  });

  return routes;
}

function refuse(c: Call, { status, body, retryAfter }: Refusal): Response {
  return c.json(body, status, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}
