import type { Settings } from '#core/contract/calculator.ts';
import * as pairs from '#core/exchange/pair.ts';
import { directions, toIds } from '../catalogue/directions.ts';
import type { Context } from '../context.ts';
import { terms } from './pricing.ts';
import * as view from './view.ts';

/** The settings alone. */
export function plain({ catalogue, config }: Context): Settings {
  const { filters, contest, captchaLogin, verificationFirst, usePublicId } = catalogue.snapshot().settings;
  const demo = config.operator === 'demo';
  return { filters, contest, captchaLogin, verificationFirst, usePublicId, demo };
}

/** Settings with the wished pair, or the nearest valid one, and everything that a first paint shows. */
export function first(context: Context, wanted: pairs.Wanted): Settings {
  const { catalogue } = context;
  const known = directions(context);
  const offered = (id: number) => {
    const from = catalogue.currency(id);
    return from ? toIds(context, from) : [];
  };
  const defaults = { from: catalogue.setting('default_from'), to: catalogue.setting('default_to') };
  const chosen = pairs.choose(wanted, known, { defaults, toIdsOf: offered });
  if (!chosen) return { ...plain(context), directions: known };
  const found = terms(context, chosen.from.id, chosen.to.id);
  if (!found.ok && !('from' in found))
    throw new Error(`${chosen.from.code} to ${chosen.to.code}: ${found.code}`);
  return {
    ...plain(context),
    from: chosen.from.code,
    to: chosen.to.code,
    city: chosen.city,
    replaced: chosen.replaced,
    directions: known,
    toIds: offered(chosen.from.id),
    pair: view.pair(context, found),
  };
}
