import * as v from 'valibot';
import { isoInstant } from './calculator.ts';
import { decimalFromServer } from './decimal.ts';

/** GET calculator/tech/ : whether the exchange is closed for maintenance. */
export const MaintenanceStatus = v.object({
  tech: v.optional(v.boolean(), false),
  until: v.optional(v.nullable(isoInstant), null),
});
export type MaintenanceStatus = v.InferOutput<typeof MaintenanceStatus>;

/** GET calculator/chat/ : the chat script; null without a chat. */
export const ChatSettings = v.object({
  result: v.optional(v.nullable(v.object({ src: v.pipe(v.string(), v.url()) })), null),
});
export type ChatSettings = v.InferOutput<typeof ChatSettings>;

/** The terms of the referral programme. */
export const ReferralTerms = v.object({
  /** The partner's share of the profit, percent. */
  percent: decimalFromServer,
  /** Hours from the exchange until an accrual is available. */
  holdHours: v.number(),
  /** The smallest withdrawal, USD. */
  minimum: decimalFromServer,
  /** How long a click on a link counts, days. */
  windowDays: v.number(),
});
export type ReferralTerms = v.InferOutput<typeof ReferralTerms>;

/** Completed exchanges of the last `days` days. `payoutMinutes`: median time from the payment to its end. */
export const ExchangeFigures = v.object({
  days: v.number(),
  exchanges: v.number(),
  payoutMinutes: v.number(),
});
export type ExchangeFigures = v.InferOutput<typeof ExchangeFigures>;

/** The operator of the exchange; null for data that the operator does not publish. */
export const AboutExchange = v.object({
  owner: v.nullable(v.string()),
  hours: v.nullable(v.string()),
  /** Pages about the exchange on other sites: monitorings and reviews. */
  links: v.array(v.object({ name: v.string(), url: v.pipe(v.string(), v.regex(/^https:/i), v.url()) })),
  figures: v.nullable(ExchangeFigures),
});
export type AboutExchange = v.InferOutput<typeof AboutExchange>;

/** The part of GET calculator/settings/ that each page of the site needs. Another backend may lack all of it. */
export const SiteSettings = v.object({
  /** As in GET calculator/tech/. */
  tech: v.optional(MaintenanceStatus),
  /** As in GET calculator/chat/. */
  chat: v.optional(ChatSettings),
  /** Whether every login needs a captcha; the only field that is not ext. */
  captchaLogin: v.optional(v.boolean(), false),
  /** The shortest password of an account, characters. */
  passwordMin: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Whether people can log in with passkeys. */
  passkeys: v.optional(v.boolean()),
  /** Whether a Telegram bot sends clients the status changes of their claims. */
  telegram: v.optional(v.boolean()),
  referral: v.optional(ReferralTerms),
  about: v.optional(AboutExchange),
});
export type SiteSettings = v.InferOutput<typeof SiteSettings>;
