import { Hono, type Context as Call } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { ClaimCreated, ClaimStatus } from '#core/contract/claim.ts';
import { Problem } from '#core/contract/problem.ts';
import { SimulatorCreate, SimulatorMove } from '#core/contract/simulator.ts';
import { attempt } from '../claims/attempt.ts';
import * as recalculation from '../claims/recalculation.ts';
import { fields, notFound, type Refusal } from '../claims/refusal.ts';
import { secretOf } from '../claims/secret.ts';
import * as view from '../claims/view.ts';
import type { Context } from '../context.ts';
import type { ClaimRow } from '../database/schema.ts';
import { drive } from './drive.ts';
import { make } from './make.ts';

const json = (schema: v.GenericSchema, description: string) => ({
  description,
  content: { 'application/json': { schema: resolver(schema) } },
});
const body = (schema: v.GenericSchema) => ({
  required: true,
  // Resolved like an answer's schema, though the type knows them in answers only.
  content: { 'application/json': { schema: resolver(schema) as never } },
});
const forbidden = json(Problem, '`transition_forbidden` with the present `status`: no way leads there');

const docs = {
  create: describeRoute({
    summary: 'Make a claim that nobody pays, in any status (only with OPERATOR=demo)',
    tags: ['simulator'],
    requestBody: body(SimulatorCreate),
    responses: {
      201: json(ClaimCreated, 'The claim and its secret'),
      400: json(Problem, 'What is wrong with the wish'),
      404: json(Problem, '`pair_unknown`'),
      409: forbidden,
    },
  }),
  move: describeRoute({
    summary: 'Drive such a claim to a status and a reason, by the shortest way that is allowed',
    tags: ['simulator'],
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    requestBody: body(SimulatorMove),
    responses: {
      200: json(ClaimStatus, 'The claim as it is now'),
      404: json(Problem, '`not_found`: no such claim, or not of the simulator'),
      409: forbidden,
    },
  }),
};

/** The calls under /api/v1/simulator, to be routed only with OPERATOR=demo. They touch no claim but their own. */
export function simulator(context: Context): Hono {
  const { db, secret } = context;
  const routes = new Hono();

  routes.post('/claim/', docs.create, async c => {
    const wish = await read(c, SimulatorCreate);
    if (!wish) return refuse(c, fields({ non_field_errors: { code: 'body_invalid' } }));
    const result = await attempt(db, async trx => {
      const made = await make(context, trx, wish);
      if (!made.ok || wish.status === 'new') return made;
      const present = await recalculation.present(context, trx, made.claim);
      return drive(context, trx, made.claim, wish, decimalsOf(context, made.claim), present);
    });
    if (!result.ok) return refuse(c, result);
    const { id } = result.claim;
    return c.json({ ...(await view.status(context, db, result.claim)), secret: secretOf(secret, id) }, 201);
  });

  routes.post('/claim/:id/', docs.move, async c => {
    const id = c.req.param('id').toLowerCase();
    const wish = await read(c, SimulatorMove);
    const result = await attempt(db, async trx => {
      const claim = await trx
        .selectFrom('simulated_claims')
        .innerJoin('claims', 'claims.id', 'simulated_claims.claim_id')
        .selectAll('claims')
        .where('claims.id', '=', id)
        .executeTakeFirst();
      if (!claim) return notFound;
      if (!wish) return fields({ non_field_errors: { code: 'body_invalid' } });
      const present = await recalculation.present(context, trx, claim);
      return drive(context, trx, claim, wish, decimalsOf(context, claim), present);
    });
    return result.ok ? c.json(await view.status(context, db, result.claim)) : refuse(c, result);
  });

  return routes;
}

async function read<T>(c: Call, schema: v.GenericSchema<unknown, T>): Promise<T | null> {
  const json: unknown = await c.req.json().catch(() => undefined);
  const result = v.safeParse(schema, json);
  return result.success ? result.output : null;
}

function decimalsOf({ catalogue }: Context, claim: ClaimRow): number {
  return view.sides(catalogue, claim).from.decimals;
}

function refuse(c: Call, { status, body, retryAfter }: Refusal): Response {
  return c.json(body, status, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}
