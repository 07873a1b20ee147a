import * as v from 'valibot';
import { isoInstant, SETTINGS_PATH } from './calculator.ts';
import type { Call } from './call.ts';
import { decimalFromServer } from './decimal.ts';

/** Whether the exchange is closed for maintenance. */
export const MaintenanceStatus = v.object({
  /** Whether the exchange is closed for maintenance. */
  tech: v.optional(v.boolean(), false),
  /** When it is expected to open; null if unknown. */
  until: v.optional(v.nullable(isoInstant), null),
});
export type MaintenanceStatus = v.InferOutput<typeof MaintenanceStatus>;

/** The chat script; null without a chat. */
export const ChatSettings = v.object({
  /** The chat; null without one. */
  result: v.optional(
    v.nullable(
      v.object({
        /** URL of the chat’s script. */
        src: v.pipe(v.string(), v.url()),
      }),
    ),
    null,
  ),
});
export type ChatSettings = v.InferOutput<typeof ChatSettings>;

/** The terms of the referral programme. */
export const ReferralTerms = v.object({
  /** Share of the profit that a partner gets, percent. */
  percent: decimalFromServer,
  /** Hours until an accrual is available. */
  holdHours: v.number(),
  /** Smallest withdrawal, USD. */
  minimum: decimalFromServer,
  /** Days that a click on a link counts. */
  windowDays: v.number(),
});
export type ReferralTerms = v.InferOutput<typeof ReferralTerms>;

/** Completed exchanges of the last `days` days. `payoutMinutes`: median time from the payment to its end. */
export const ExchangeFigures = v.object({
  /** Days that the figures are about, until now. */
  days: v.number(),
  /** Number of exchanges that were completed. */
  exchanges: v.number(),
  /** Median time from the payment to the end of the exchange, minutes, rounded up. */
  payoutMinutes: v.number(),
});
export type ExchangeFigures = v.InferOutput<typeof ExchangeFigures>;

/** The operator of the exchange; null for data that the operator does not publish. */
export const AboutExchange = v.object({
  /** Who runs the exchange, in Russian; null if it is not shown. */
  owner: v.nullable(v.string()),
  /** When the operators work, in Russian; null if it is not shown. */
  hours: v.nullable(v.string()),
  /** Pages about the exchange on other sites: monitorings and reviews. */
  links: v.array(
    v.object({
      /** Text of the link, in Russian. */
      name: v.string(),
      /** Address of the page, https. */
      url: v.pipe(v.string(), v.regex(/^https:/i), v.url()),
    }),
  ),
  /** Completed exchanges; null if they are too few, or not shown. */
  figures: v.nullable(ExchangeFigures),
});
export type AboutExchange = v.InferOutput<typeof AboutExchange>;

/** The part of the settings that each page of the site needs. Another backend may lack all of it. */
export const SiteSettings = v.object({
  /** Maintenance, as in `tech/`; absent in a response with a pair. */
  tech: v.optional(MaintenanceStatus),
  /** The chat, as in `chat/`; absent in a response with a pair. */
  chat: v.optional(ChatSettings),
  // The only field that is not ext.
  /** Whether signing in requires a captcha. */
  captchaLogin: v.optional(v.boolean(), false),
  /** Shortest password of an account, characters; absent in a response with a pair. */
  passwordMin: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Whether people can log in with passkeys; absent in a response with a pair. */
  passkeys: v.optional(v.boolean()),
  /** Whether a Telegram bot tells clients about their claims; absent in a response with a pair. */
  telegram: v.optional(v.boolean()),
  /** Terms of the referral programme; absent in a response with a pair. */
  referral: v.optional(ReferralTerms),
  /** Who runs the exchange; absent in a response with a pair. */
  about: v.optional(AboutExchange),
});
export type SiteSettings = v.InferOutput<typeof SiteSettings>;

/** The settings of every page. Documented as `getCalculatorSettingsCall`. */
export const getSiteSettingsCall: Call<SiteSettings> = {
  method: 'GET',
  path: SETTINGS_PATH,
  response: SiteSettings,
};

/** Get whether the exchange is closed for maintenance. */
export const getMaintenanceCall: Call<MaintenanceStatus> = {
  method: 'GET',
  path: '/api/v1/calculator/tech/',
  response: MaintenanceStatus,
};

/** Get the URL of the chat’s script; null without a chat. */
export const getChatSettingsCall: Call<ChatSettings> = {
  method: 'GET',
  path: '/api/v1/calculator/chat/',
  response: ChatSettings,
};
