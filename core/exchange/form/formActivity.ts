import type { CoursePoller } from './requests/coursePoller.ts';
import type { ExchangeModel, ExchangeOptions, PairSelection } from './exchangeModel.ts';

interface PageRequest {
  selection: PairSelection;
  source: 'attribute' | 'url';
}

/**
 * `filling`: a claim is being filled in; courses are refreshed, requests of the page wait in `deferred`.
 * `suspended`: the form is hydrating or a claim is open; nothing is requested. If `isCourseOld`, the course
 * is refreshed on resume.
 */
type Activity =
  | { mode: 'active' }
  | { mode: 'filling'; deferred: PageRequest | null }
  | { mode: 'suspended'; deferred: PageRequest | null; isCourseOld: boolean };

/** Decides when the form may send requests. */
export interface FormActivity extends Pick<
  ExchangeModel,
  'requestPair' | 'setVisible' | 'refreshNow' | 'suspend'
> {
  /** Starts with a course that came with the page: refreshes an old one as soon as the form is active. */
  startWithCourse(isCourseOld: boolean): void;
}

/** Creates the activity of a form; `requestPair` runs a request of the page that need not wait. */
export function createFormActivity(
  { visible = true, isSuspended = false }: ExchangeOptions,
  coursePoller: CoursePoller,
  requestPair: ExchangeModel['requestPair'],
): FormActivity {
  let isVisible = visible;
  let activity: Activity = isSuspended
    ? { mode: 'suspended', deferred: null, isCourseOld: false }
    : { mode: 'active' };
  const isPolling = () => isVisible && activity.mode !== 'suspended';

  return {
    startWithCourse(isCourseOld) {
      if (activity.mode === 'suspended') activity = { ...activity, isCourseOld };
      else if (isCourseOld) return void coursePoller.refresh();
      coursePoller.restartInterval();
    },
    async requestPair(selection, source) {
      if (activity.mode === 'active') return requestPair(selection, source);
      activity.deferred = { selection: { ...activity.deferred?.selection, ...selection }, source };
    },
    setVisible(value) {
      isVisible = value;
      coursePoller.setVisible(isPolling());
    },
    refreshNow() {
      if (activity.mode === 'suspended') activity = { ...activity, isCourseOld: true };
      else if (isPolling()) void coursePoller.refresh();
    },
    suspend(isSuspended, isFillingIn = isSuspended) {
      const deferred = activity.mode === 'active' ? null : activity.deferred;
      const isCourseOld = activity.mode === 'suspended' && activity.isCourseOld;
      if (isSuspended) activity = { mode: 'suspended', deferred, isCourseOld };
      else activity = isFillingIn ? { mode: 'filling', deferred } : { mode: 'active' };
      coursePoller.setVisible(isPolling());
      if (!isSuspended && isCourseOld) void coursePoller.refresh();
      if (activity.mode === 'active' && deferred) void requestPair(deferred.selection, deferred.source);
    },
  };
}
