/** How many are kept: a page that breaks its own policy all the time must not fill the memory. */
const MOST = 50;

/** What the page's policy has forbidden since this script came, oldest first: facts of the page, the same for all widgets. */
export const violations: SecurityPolicyViolationEvent[] = [];

document.addEventListener('securitypolicyviolation', event => {
  if (violations.length < MOST) violations.push(event);
});
