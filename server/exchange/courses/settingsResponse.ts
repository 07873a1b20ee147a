import * as v from 'valibot';
import { type ClosedReason } from '#core/contract/calculator.ts';
import { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import { FormMarkup } from '#core/contract/markupTree.ts';
import { SiteSettings } from '#core/contract/siteSettings.ts';
import { resolvePair } from '#core/exchange/pair.ts';
import type { RequestedPair } from '#core/exchange/pair.ts';
import { listDirections, listToIds } from './directions.ts';
import type { ExchangeContext } from '../context.ts';
import { calculateTerms } from './pricing.ts';
import { buildPair } from './pairResponse.ts';

/**
 * GET calculator/settings/ of this server. Without a pair also the settings of the site's pages; with one, `form` is
 * the prerendered form if the build matches.
 */
export const SettingsResponse = v.object({
  ...CalculatorSettings.entries,
  ...SiteSettings.entries,
  /** Elements of the prerendered form: [name, attributes, ...text or elements]. */
  form: v.optional(FormMarkup),
});

/** Builds the settings without a pair. */
export function buildSettings({ catalogue, config }: ExchangeContext): CalculatorSettings {
  const { settings } = catalogue.getSnapshot();
  const { filters, contest, verificationFirst, usePublicId } = settings;
  // Without a captcha provider no login requires a captcha.
  const captchaLogin = settings.captchaLogin && config.captcha !== null;
  const demo = config.operator === 'demo';
  return { filters, contest, captchaLogin, verificationFirst, usePublicId, demo };
}

/** Builds the settings with the requested or the nearest valid pair and the data of the first paint. */
export function buildPairSettings(context: ExchangeContext, selection: RequestedPair): CalculatorSettings {
  const { catalogue } = context;
  const allDirections = listDirections(context);
  const listReceivableIds = (id: number) => {
    const from = catalogue.getCurrency(id);
    return from ? listToIds(context, from) : [];
  };
  const defaults = { from: catalogue.getSetting('default_from'), to: catalogue.getSetting('default_to') };
  const chosenPair = resolvePair(selection, allDirections, {
    defaults,
    toIdsOf: listReceivableIds,
    getClosedReason: (fromId, toId) => getPairClosedReason(context, fromId, toId),
  });
  if (!chosenPair) return { ...buildSettings(context), directions: allDirections };
  const pairTerms = calculateTerms(context, chosenPair.from.id, chosenPair.to.id);
  if (!pairTerms.ok && !('from' in pairTerms))
    throw new Error(`${chosenPair.from.code} to ${chosenPair.to.code}: ${pairTerms.code}`);
  return {
    ...buildSettings(context),
    from: chosenPair.from.code,
    to: chosenPair.to.code,
    city: chosenPair.city,
    replaced: chosenPair.replaced,
    directions: allDirections,
    toIds: listReceivableIds(chosenPair.from.id),
    pair: buildPair(context, pairTerms),
  };
}

/** Returns why a pair cannot be exchanged now; null if it can. */
function getPairClosedReason(context: ExchangeContext, fromId: number, toId: number): ClosedReason | null {
  const pairTerms = calculateTerms(context, fromId, toId);
  return pairTerms.ok ? pairTerms.closed : { code: pairTerms.code, detail: pairTerms.detail };
}
