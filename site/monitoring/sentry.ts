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
import { scrubbing } from './envelope.ts';

/** What the replay never shows: the widget and the screens of it that stand in pages of their own, whole. */
const BLOCKED = ['exchange-widget', '.framed'];

/** What it shows without its words: pages of one person's own, see shell/private.ts, the way to them, and titles. */
const MASKED = ['[data-private]', 'title'];

/**
 * Starts reporting errors of the site to `dsn`, with SPEC §9's rates; `version` is the build. Everything leaves through one
 * scrubbing transport.
 */
export function start(dsn: string, version: string): (error: unknown) => void {
  init({
    dsn,
    release: version,
    // Not the console: what is written there is for whoever opens it. No sessions either: only errors are waited for.
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
        block: BLOCKED,
        mask: MASKED,
        // Compressed it could not be scrubbed, and its worker would need a policy of its own.
        useCompression: false,
        // A key pressed in a shadow root looks as if it were none of a field.
        beforeAddRecordingEvent: event => (isKey(event) ? null : event),
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
    tracePropagationTargets: [/^https?:\/\/localhost(?:[:/]|$)/, own(location.origin)],
    transport: options => scrubbing(makeFetchTransport(options)),
  });
  return captureException;
}

function own(origin: string): RegExp {
  return new RegExp(`^${origin.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?:/|$)`);
}

function isKey(event: { data: object }): boolean {
  const { payload } = event.data as { payload?: { category?: string } };
  return payload?.category === 'ui.keyDown';
}
