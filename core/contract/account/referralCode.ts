/** A partner's code: eight letters and digits; 0 and 1 are left out, because they look like letters. */
export const PARTNER_CODE_PATTERN = /^[A-Z2-9]{8}$/;

/** Maximum length of `sub` in a referral, `CODE.sub`; may be empty. */
export const MAX_SUB_LENGTH = 40;
export const SUB_PATTERN = /^[\w-]{0,40}$/;

/** A referral of our programme: `CODE` or `CODE.sub`, in groups. The code may be in lower case. */
export const REFERRAL_CODE_PATTERN = /^([A-Z2-9]{8})(?:\.([\w-]{1,40}))?$/i;
