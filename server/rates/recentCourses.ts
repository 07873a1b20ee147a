/** Courses that this process sent recently; a claim without a quote may use one of them. */
export interface RecentCourses {
  /** Records that `course` was sent for the key at `now`, milliseconds. */
  addCourse: (key: string, course: string, now: number) => void;
  /** Courses sent for the key in the last 60 seconds, newest first. */
  listCourses: (key: string, now: number) => string[];
}

/** Lifetime of quotes and of recent courses, milliseconds. */
export const QUOTE_LIFETIME_MS = 60_000;

/** Largest difference between clocks, milliseconds. What is later was sent while somebody had set a clock wrong. */
export const MAX_CLOCK_DIFFERENCE_MS = 5_000;

/** Largest number of keys in memory; promocodes create many. */
const MAX_REMEMBERED_KEYS = 20_000;

/** Creates an empty store. */
export function createRecentCourses(): RecentCourses {
  const byKey = new Map<string, Map<string, number>>();
  return {
    addCourse(key, course, now) {
      const courses = byKey.get(key) ?? new Map<string, number>();
      for (const [oldCourse, at] of courses) if (now - at > QUOTE_LIFETIME_MS) courses.delete(oldCourse);
      // Reinserted, so that the newest course and key are last.
      courses.delete(course);
      courses.set(course, now);
      byKey.delete(key);
      byKey.set(key, courses);
      const oldestKey = byKey.size > MAX_REMEMBERED_KEYS ? byKey.keys().next().value : undefined;
      if (oldestKey !== undefined) byKey.delete(oldestKey);
    },
    listCourses(key, now) {
      const courses = [...(byKey.get(key) ?? [])];
      return courses
        .filter(([, at]) => now - at <= QUOTE_LIFETIME_MS && at - now <= MAX_CLOCK_DIFFERENCE_MS)
        .map(([course]) => course)
        .reverse();
    },
  };
}
