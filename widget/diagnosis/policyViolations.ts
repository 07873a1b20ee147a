/** Limits the memory used on a page that violates its own policy all the time. */
const MAX_STORED_VIOLATIONS = 50;

/** Policy violations on the page since the script was loaded, oldest first. Shared by all widgets. */
export const policyViolations: SecurityPolicyViolationEvent[] = [];

document.addEventListener('securitypolicyviolation', event => {
  if (policyViolations.length < MAX_STORED_VIOLATIONS) policyViolations.push(event);
});
