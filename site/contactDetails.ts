/** Contact e-mail and hours of support; placeholders. */
export const SUPPORT_EMAIL = 'help@example.com';
export const SUPPORT_HOURS = 'каждый день с 9:00 до 23:00 по Москве';
