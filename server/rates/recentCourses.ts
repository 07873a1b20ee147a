/** Courses that this process has told lately: a claim without a quote may still have one of them. */
export interface RecentCourses {
  /** Notes that `course` of the key was told at `now`, milliseconds. */
  addCourse: (key: string, course: string, now: number) => void;
  /** Courses of the key told in the last 60 seconds, the newest first. */
  listCourses: (key: string, now: number) => string[];
}

/** How long a course that was told is honoured, milliseconds; quotes live as long. */
export const QUOTE_LIFETIME_MS = 60_000;

/** Keys remembered at most; promocodes make many, and memory is bounded. */
const MAX_REMEMBERED_KEYS = 20_000;

/** An empty memory. */
export function createRecentCourses(): RecentCourses {
  const byKey = new Map<string, Map<string, number>>();
  return {
    addCourse(key, course, now) {
      const courses = byKey.get(key) ?? new Map<string, number>();
      for (const [oldCourse, at] of courses) if (now - at > QUOTE_LIFETIME_MS) courses.delete(oldCourse);
      // Set anew, so that the newest is last, among courses and among keys.
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
        .filter(([, at]) => now - at <= QUOTE_LIFETIME_MS)
        .map(([course]) => course)
        .reverse();
    },
  };
}
