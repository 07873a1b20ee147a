import type { Transaction } from 'kysely';
import type { Field } from '#core/contract/calculator.ts';
import type { SimulatorCreate } from '#core/contract/simulator.ts';
import * as course from '#core/exchange/course.ts';
import { fields as inputs } from '../catalogue/fields.ts';
import { read, type Currency } from '../catalogue/snapshot.ts';
import { isClosed, STATUSES, type Status } from '#core/claim/status.ts';
import { exact } from '../claims/amounts.ts';
import { begin } from '../claims/begin.ts';
import type { Draft } from '../claims/draft.ts';
import { next } from '../claims/number.ts';
import { fields, problem, type Refusal } from '../claims/refusal.ts';
import { row } from '../claims/row.ts';
import type { Context } from '../context.ts';
import type { ClaimRow, Schema } from '../database/schema.ts';
import { terms, type Terms } from '../rates/pricing.ts';

/** Simulated claims that may be open at once: they hold reserve like others. */
const MOST = 100;

const OPEN = STATUSES.filter(status => !isClosed(status));

/** Nobody has been told where to pay in these. */
const UNPAYABLE: readonly Status[] = ['new', 'verification', 'requisites'];

/** A claim of the simulator, as new as can be; `trx` is the caller's transaction, to be undone on a refusal. */
export async function make(
  context: Context,
  trx: Transaction<Schema>,
  wish: SimulatorCreate,
): Promise<{ ok: true; claim: ClaimRow } | Refusal> {
  const { catalogue, now } = context;
  const [from, to] = [catalogue.byCode(wish.from), catalogue.byCode(wish.to)];
  if (!from || !to) return problem(404, 'pair_unknown');
  const snapshot = await read(trx, [from.id, to.id]);
  const found = terms(context, from.id, to.id, { snapshot });
  if (!found.ok) return problem('from' in found ? 409 : 404, found.code);
  const verification = wish.status === 'verification' && found.verificationCourseText !== null;
  const sent = sum(found, wish, verification);
  if (sent === null || sent <= 0n) return fields({ fromSumma: { code: 'number_format' } });
  const courseText = (verification ? found.verificationCourseText : null) ?? found.courseText;
  const received = course.receive(sent, course.parse(courseText), found.decimals, 'down');
  if (received <= 0n) return fields({ fromSumma: { code: 'number_format' } });
  const { sourceCourse, margin, discount } = found;
  const draft: Draft = {
    from,
    to,
    sums: { from: sent, to: received },
    price: { course: courseText, sourceCourse, margin, discount },
    verification,
    needsVerification: UNPAYABLE.includes(wish.status),
    email: 'simulator@example.com',
    fromRequisites: verification ? filled(inputs(from, 'from', 'verification')) : {},
    toRequisites: filled(inputs(to, 'to', verification ? 'verification' : 'default')),
    city: cityOf(from) ?? cityOf(to),
    promocode: null,
    refferal: null,
    usePublicId: snapshot.settings.usePublicId,
  };
  if ((await open(trx)) >= MOST) return problem(429, 'claims_limit');
  const claim = await row(context, trx, draft, await next(trx), 'simulator', now());
  return (await begin(trx, claim, true)) ? { ok: true, claim } : problem(409, 'reserve_short');
}

/** The least sum of the pair, or the one that was wished. */
function sum(found: Terms, { fromSumma }: SimulatorCreate, verification: boolean): bigint | null {
  if (fromSumma !== null) return exact(fromSumma, found.decimals.from);
  return (verification ? found.limitsVerification : found.limits).from.min;
}

/** Something in each field, for show: nothing is ever sent there. */
function filled(fields: readonly Field[]): Record<string, string> {
  return Object.fromEntries(fields.filter(({ visible }) => visible).map(field => [field.name, value(field)]));
}

function value({ name, type, options }: Field): string {
  switch (type) {
    case 'card':
      return '2200000000000004';
    case 'phone':
      return '+79000000000';
    case 'address':
      return 'DEMOaddressNOTPAYABLE0000000000demo';
    case 'memo':
      return '1234';
    case 'select':
      return options?.[0]?.value ?? '';
    case 'text':
      return /telegram/i.test(name) ? '@razmen_demo' : 'Иванов Иван';
  }
}

function cityOf({ kind, cities }: Currency): string | null {
  return kind === 'cash' ? (cities[0]?.code ?? null) : null;
}

async function open(trx: Transaction<Schema>): Promise<bigint> {
  const { count } = await trx
    .selectFrom('simulated_claims')
    .innerJoin('claims', 'claims.id', 'simulated_claims.claim_id')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('claims.status', 'in', OPEN)
    .executeTakeFirstOrThrow();
  return BigInt(count);
}
