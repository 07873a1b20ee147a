import * as course from '#core/exchange/course.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Currency } from '../catalogue/snapshot.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/database.ts';
import { isPair, terms } from '../rates/pricing.ts';
import { record } from './audit.ts';
import { done, refused, usage, type Command, type Result } from './command.ts';

/** Holds a pair's course, or lets it follow its source again. */
export const rate: Command = {
  usage: ['rate freeze <pair> [course]', 'rate unfreeze <pair>'],
  summary: 'hold the course of a pair, at what it is now or as given; let it follow its source again',
  help: [
    '<pair>    two codes or aliases with a dash between them, in any case: USDTTRC20-SBERRUB',
    '[course]  units received for 1 unit sent, everything included, at most 10 significant digits;',
    '          without it the course that visitors see now',
    '',
    'A frozen course contains no discount and takes no promocode. Claims that are there keep their own.',
  ],
  options: [],
  takes: [2, 3],
  async run(context, [word = '', name = '', text]) {
    const pair = pairOf(context.catalogue, name);
    if (!pair) return refused(`There is no pair ${name}.`);
    if (word === 'freeze') return freeze(context, pair, text);
    if (word !== 'unfreeze' || text !== undefined) return refused(usage(rate));
    await set(context, pair, null);
    return done(`${label(pair)} follows its source.`);
  },
};

interface Pair {
  from: Currency;
  to: Currency;
}

function pairOf(catalogue: Catalogue, name: string): Pair | null {
  const [sent = '', received = '', ...more] = name.split('-');
  const [from, to] = [catalogue.byCode(sent), catalogue.byCode(received)];
  return from && to && more.length === 0 && isPair(from, to) ? { from, to } : null;
}

const label = ({ from, to }: Pair) => `${from.code}-${to.code}`;

async function freeze(context: Context, pair: Pair, text: string | undefined): Promise<Result> {
  const given = text === undefined ? null : read(text);
  if (text !== undefined && given === null)
    return refused(`“${text}” is not a course: a number above zero with at most 10 significant digits.`);
  const found = terms(context, pair.from.id, pair.to.id);
  const held = given ?? (found.ok ? found.courseText : null);
  if (held === null) return refused(`${label(pair)} has no course now; say which one to hold.`);
  await set(context, pair, held);
  return done(`${label(pair)} is held at ${held}.`);
}

/** The course as the program writes it; null when that would be another number, or none at all. */
function read(text: string): string | null {
  if (!/^\d{1,12}(\.\d{1,12})?$/.test(text) || !/[1-9]/.test(text)) return null;
  const kept = course.toText(course.parse(text));
  const [asked, told] = [course.parse(text), course.parse(kept)];
  return asked.numerator * told.denominator === told.numerator * asked.denominator ? kept : null;
}

async function set({ db, now }: Context, { from, to }: Pair, frozen_course: string | null): Promise<void> {
  const key = { from_id: BigInt(from.id), to_id: BigInt(to.id) };
  await inTransaction(db, async trx => {
    await trx
      .insertInto('pairs')
      .values({ ...key, margin: null, discount: null, max: null, frozen_course, closed: null })
      .onConflict(conflict => conflict.columns(['from_id', 'to_id']).doUpdateSet({ frozen_course }))
      .execute();
    const detail = { course: frozen_course };
    await record(trx, { command: 'rate', target: label({ from, to }), detail, at: now() });
  });
}
