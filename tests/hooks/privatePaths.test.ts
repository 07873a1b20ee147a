import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { REPLAY_MASKED_SELECTORS } from '#site/monitoring/sentry.ts';
import { privateRoutePaths, publicRoutePaths } from '#site/routePaths.ts';
import { hasUnsavedWork } from '#site/shell/lifecycle/hasUnsavedWork.ts';
import { userActivity } from '#site/shell/lifecycle/userActivity.ts';

const fillPattern = (pattern: string) => pattern.replace(/:\w+/, '0b6f8f6e-7b0f-4a53-9d3a-3b1f8d9c1a11');
const privatePaths = Object.values(privateRoutePaths).map(fillPattern);
const publicPaths = Object.values(publicRoutePaths).map(fillPattern);

describe('unsaved work', () => {
  beforeEach(() => {
    userActivity.editedPath = null;
    userActivity.lastClaim = null;
    sessionStorage.clear();
  });
  afterEach(() => history.replaceState(null, '', '/'));

  const hasUnsavedWorkOn = (path: string) => {
    history.replaceState(null, '', path);
    return hasUnsavedWork();
  };

  test('is on every private page and on no untouched public page', () => {
    expect(privatePaths.filter(path => !hasUnsavedWorkOn(path))).toEqual([]);
    expect(publicPaths.filter(hasUnsavedWorkOn)).toEqual([]);
  });

  test('is on the page of an open claim, not of a closed one', () => {
    const path = fillPattern(privateRoutePaths.claim);
    userActivity.lastClaim = { path, status: 'waiting' };
    expect(hasUnsavedWorkOn(path)).toBe(true);
    userActivity.lastClaim = { path, status: 'completed' };
    expect(hasUnsavedWorkOn(path)).toBe(false);
  });

  test('is on the page that the visitor edited last', () => {
    userActivity.editedPath = publicRoutePaths.promocode;
    expect(publicPaths.filter(hasUnsavedWorkOn)).toEqual([publicRoutePaths.promocode]);
  });
});

test('session replays mask links to private pages, and no links to public pages', () => {
  const isLinkMasked = (path: string) => {
    const link = document.createElement('a');
    link.setAttribute('href', path);
    return link.matches(REPLAY_MASKED_SELECTORS.join());
  };
  expect(privatePaths.filter(path => !isLinkMasked(path))).toEqual([]);
  expect(publicPaths.filter(isLinkMasked)).toEqual([]);
});
