import * as v from 'valibot';
import { isoInstant, SETTINGS_PATH } from './calculator.ts';
import type { Call } from './call.ts';

/** The contest of the settings with our extensions (ext): prizes and conditions, one line each. */
export const Contest = v.object({
  title: v.string(),
  endsAt: isoInstant,
  prizes: v.optional(v.array(v.string()), []),
  conditions: v.optional(v.array(v.string()), []),
});
export type Contest = v.InferOutput<typeof Contest>;

/** The part of the settings with the running contest; null without one, or without its fields (ext). */
export const ContestSettings = v.object({ contest: v.fallback(v.optional(v.nullable(Contest), null), null) });

/** The settings, for their contest. Documented as `getCalculatorSettingsCall`. */
export const getContestCall: Call<v.InferOutput<typeof ContestSettings>> = {
  method: 'GET',
  path: SETTINGS_PATH,
  response: ContestSettings,
};
