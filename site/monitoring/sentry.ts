import {
  breadcrumbsIntegration,
  browserApiErrorsIntegration,
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  functionToStringIntegration,
  globalHandlersIntegration,
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/react';
import { privateFolders } from '../routePaths.ts';
import { createScrubbingTransport } from './scrubbingTransport.ts';

/** Elements that the replay omits as a whole: the widget, and its screens on pages of the site. */
const REPLAY_BLOCKED_SELECTORS = ['exchange-widget', '.widget-frame'];

/**
 * Elements whose text the replay masks: private pages (Layout marks them with `data-private`), links to them, other
 * elements with that attribute, and page titles.
 */
export const REPLAY_MASKED_SELECTORS = [
  '[data-private]',
  'title',
  ...privateFolders.map(folder => `a[href^="/${folder}"]`),
];

/**
 * Starts Sentry; `version` is the build. The scrubbing transport sends
 * everything. Returns a function that reports an error.
 */
export function startSentry(dsn: string, version: string): (error: unknown) => void {
  init({
    dsn,
    release: version,
    // No console breadcrumbs, which may contain personal data, and no session tracking: only errors are reported.
    defaultIntegrations: false,
    integrations: [
      functionToStringIntegration(),
      browserApiErrorsIntegration(),
      breadcrumbsIntegration(),
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
      browserTracingIntegration(),
      replayIntegration({
        maskAllText: false,
        blockAllMedia: false,
        block: REPLAY_BLOCKED_SELECTORS,
        mask: REPLAY_MASKED_SELECTORS,
        // Compressed recordings cannot be scrubbed, and the worker would need its own Content-Security-Policy.
        useCompression: false,
        // Sentry cannot detect that a key press in a shadow root happens in a field.
        beforeAddRecordingEvent: event => (isKeyPressEvent(event) ? null : event),
      }),
    ],
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      stackFrameVariables: false,
    },
    tracesSampleRate: 0.2,
    replaysSessionSampleRate: 0,
    replaysOnErrorSampleRate: 1,
    tracePropagationTargets: [/^https?:\/\/localhost(?:[:/]|$)/, createOriginPattern(location.origin)],
    transport: options => createScrubbingTransport(makeFetchTransport(options)),
  });
  return captureException;
}

function createOriginPattern(origin: string): RegExp {
  return new RegExp(`^${origin.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?:/|$)`);
}

function isKeyPressEvent(event: { data: object }): boolean {
  const { payload } = event.data as { payload?: { category?: string } };
  return payload?.category === 'ui.keyDown';
}
