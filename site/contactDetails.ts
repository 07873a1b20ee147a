/** Where people write to us, and when somebody reads it: placeholders until the exchange has its own. */
export const SUPPORT_EMAIL = 'help@example.com';
export const SUPPORT_HOURS = 'каждый день с 9:00 до 23:00 по Москве';
