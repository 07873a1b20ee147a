/** Contact e-mail of support; a placeholder. */
export const SUPPORT_EMAIL = 'help@example.com';
