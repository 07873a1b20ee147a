/** Tables that this migration creates. */
export const tableNames = [] as const;

export const indexes = {
  // Sent letters about alerts whose recipients are not erased.
  mail_alerts: `on mail (sent_at) where kind in ('course_alert', 'course_reached') and recipient <> ''`,
};

/** Only adds indexes. */
export function up(): Promise<void> {
  return Promise.resolve();
}
