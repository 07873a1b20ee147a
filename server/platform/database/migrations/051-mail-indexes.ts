/** Tables that this migration creates. */
export const tableNames = [] as const;

export const indexes = {
  // E-mails that are sent before news.
  mail_due_urgent: `on mail (next_at, id) where sent_at is null and dead_at is null and kind <> 'news'`,
  // Sent letters about alerts with recipients that are not erased yet.
  mail_alerts: `on mail (sent_at) where kind in ('course_alert', 'course_reached') and recipient <> ''`,
};

/** Only adds indexes. */
export function up(): Promise<void> {
  return Promise.resolve();
}
