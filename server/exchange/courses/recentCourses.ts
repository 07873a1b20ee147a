import { setNewest } from '#server/platform/setNewest.ts';
import type { CoursePrice } from './courseCap.ts';

/** Courses that this process sent recently; a claim without a quote may use one of them. */
export interface RecentCourses {
  /** Records that the course of `price` was sent for the key at `now`, milliseconds. */
  addCourse: (key: string, price: CoursePrice, now: number) => void;
  /** Courses sent for the key in the last 60 seconds, newest first. */
  listCourses: (key: string, now: number) => CoursePrice[];
}

/** Lifetime of quotes and of recent courses, milliseconds. */
export const QUOTE_LIFETIME_MS = 60_000;

/** Maximum difference between clocks, milliseconds. A course with a later time was sent while a clock was set wrong. */
export const MAX_CLOCK_DIFFERENCE_MS = 5_000;

/** Maximum number of keys in memory; promocodes create many. */
const MAX_REMEMBERED_KEYS = 20_000;

/** Creates an empty store. */
export function createRecentCourses(): RecentCourses {
  const byKey = new Map<string, Map<string, { price: CoursePrice; at: number }>>();
  return {
    addCourse(key, price, now) {
      const courses = byKey.get(key) ?? new Map<string, { price: CoursePrice; at: number }>();
      for (const [oldCourse, { at }] of courses) if (now - at > QUOTE_LIFETIME_MS) courses.delete(oldCourse);
      // Reinserted, so that the newest course is last.
      courses.delete(price.course);
      courses.set(price.course, { price, at: now });
      setNewest(byKey, key, courses, MAX_REMEMBERED_KEYS);
    },
    listCourses(key, now) {
      const courses = [...(byKey.get(key)?.values() ?? [])];
      return courses
        .filter(({ at }) => now - at <= QUOTE_LIFETIME_MS && at - now <= MAX_CLOCK_DIFFERENCE_MS)
        .map(({ price }) => price)
        .reverse();
    },
  };
}
