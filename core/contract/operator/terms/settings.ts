import * as v from 'valibot';
import type { Call } from '../../call.ts';

/** The settings that staff changes. `exchange/maintenance` is a value of its own. */
export const SETTING_NAMES = [
  'default_from',
  'default_to',
  'margin_sell',
  'margin_buy',
  'margin_swap',
  'margin_min',
  'verification_bonus',
  'referral_percent',
  'referral_hold_hours',
  'referral_minimum',
  'verificationFirst',
  'usePublicId',
  'filters',
  'contest',
  'captchaLogin',
  'chat_src',
] as const;
export type EditableSetting = (typeof SETTING_NAMES)[number];

/** A setting of the exchange. Values are text, a number as decimal text, or JSON, as `changeValueCall` takes them. */
export const OperatorSetting = v.object({
  /** Name. */
  name: v.picklist(SETTING_NAMES),
  /** Value in use. */
  value: v.string(),
  /** Value without a change by staff. */
  default: v.string(),
  /** Whether staff has set it. */
  isSet: v.boolean(),
});
export type OperatorSetting = v.InferOutput<typeof OperatorSetting>;

/** GET operator/settings/ (ext): all settings, in the order of `SETTING_NAMES`. */
export const OperatorSettings = v.object({ results: v.array(OperatorSetting) });

/** GET operator/settings/{name}/preview/ (ext): combinations of a pair and its discounts that `margin_min` caps. */
export const SettingPreview = v.object({
  /** How many now. */
  before: v.number(),
  /** How many with the value. */
  after: v.number(),
});
export type SettingPreview = v.InferOutput<typeof SettingPreview>;

/**
 * List the settings. `changeValueCall` changes them.
 *
 * @returns All settings.
 */
export const listOperatorSettingsCall: Call<v.InferOutput<typeof OperatorSettings>> = {
  method: 'GET',
  path: '/api/v1/operator/settings/',
  response: OperatorSettings,
};

/**
 * Get what another value of a setting would do. Parameters: `value`, as `changeValueCall` takes it.
 *
 * @returns What `margin_min` caps.
 * @throws {LimitProblem} 400 `value`: the code of its format.
 * @throws 404 `not_found`: there is no such setting.
 */
export const previewSettingCall: Call<SettingPreview, undefined, `${string}{name}${string}`> = {
  method: 'GET',
  path: '/api/v1/operator/settings/{name}/preview/',
  response: SettingPreview,
};
