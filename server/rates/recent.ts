/** Courses that this process has told lately: a claim without a quote may still have one of them. */
export interface Recent {
  /** Notes that `course` of the key was told at `now`, milliseconds. */
  tell: (key: string, course: string, now: number) => void;
  /** Courses of the key told in the last 60 seconds, the newest first. */
  told: (key: string, now: number) => string[];
}

/** How long a course that was told is honoured, milliseconds; quotes live as long. */
export const HONOURED = 60_000;

/** Keys remembered at most; promocodes make many, and memory is bounded. */
const MOST = 20_000;

/** An empty memory. */
export function recent(): Recent {
  const byKey = new Map<string, Map<string, number>>();
  return {
    tell(key, course, now) {
      const courses = byKey.get(key) ?? new Map<string, number>();
      for (const [old, at] of courses) if (now - at > HONOURED) courses.delete(old);
      // Set anew, so that the newest is last, among courses and among keys.
      courses.delete(course);
      courses.set(course, now);
      byKey.delete(key);
      byKey.set(key, courses);
      const oldest = byKey.size > MOST ? byKey.keys().next().value : undefined;
      if (oldest !== undefined) byKey.delete(oldest);
    },
    told(key, now) {
      const courses = [...(byKey.get(key) ?? [])];
      return courses
        .filter(([, at]) => now - at <= HONOURED)
        .map(([course]) => course)
        .reverse();
    },
  };
}
