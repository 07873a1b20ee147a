/** How many are kept: a page that breaks its own policy all the time must not fill the memory. */
const MAX_STORED_VIOLATIONS = 50;

/** What the page's policy has forbidden since this script came, oldest first: facts of the page, the same for all widgets. */
export const policyViolations: SecurityPolicyViolationEvent[] = [];

document.addEventListener('securitypolicyviolation', event => {
  if (policyViolations.length < MAX_STORED_VIOLATIONS) policyViolations.push(event);
});
