/** The server's time when it creates the claim, milliseconds since 1970 UTC. */
export const CLAIM_TIME = Date.parse('2026-11-24T13:16:18+03:00');

/** The time on every picture, milliseconds since 1970 UTC. */
export const PICTURE_TIME = Date.parse('2026-11-24T13:20:00+03:00');

/** Time since the form's last course, milliseconds. */
export const COURSE_AGE_MS = 6_000;
