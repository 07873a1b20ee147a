import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LoadingBar } from '#site/shell/layout/LoadingBar.tsx';
import {
  createLoadingBar,
  LOADING_BAR_THROTTLE_MS,
  LOADING_BAR_DURATION_MS,
  LOADING_BAR_HIDE_DELAY_MS,
  LOADING_BAR_RESET_DELAY_MS,
  estimateProgress,
} from '#site/shell/layout/loadingBarModel.ts';
import type { LoadingBarModel } from '#site/shell/layout/loadingBarModel.ts';
import { createFakeClock, type FakeClock } from '#tests/support/fakeClock.ts';

let clock: FakeClock;
let bar: LoadingBarModel;

beforeEach(() => {
  clock = createFakeClock();
  bar = createLoadingBar(clock);
});
afterEach(cleanup);

const readBar = () => bar.state.value;
const idle = { phase: 'idle', progress: 0, isVisible: false };

test('the times are 200, 2000, 500 and 400 ms', () => {
  expect([
    LOADING_BAR_THROTTLE_MS,
    LOADING_BAR_DURATION_MS,
    LOADING_BAR_HIDE_DELAY_MS,
    LOADING_BAR_RESET_DELAY_MS,
  ]).toEqual([200, 2000, 500, 400]);
});

test('the estimate is an arctangent of the elapsed time and never reaches 100 %', () => {
  const points = [
    [0, 0],
    [500, 29.5167],
    [1000, 50],
    [2000, 70.4833],
    [4000, 84.4042],
    [60_000, 98.9391],
  ] as const;
  for (const [elapsed, percent] of points) expect(estimateProgress(elapsed)).toBeCloseTo(percent, 4);
  expect(estimateProgress(1e9)).toBeLessThan(100);
});

test('work that ends within 200 ms is never shown', async () => {
  const end = bar.start();
  await clock.advance(199);
  expect(readBar()).toEqual({ phase: 'loading', progress: 0, isVisible: false });
  end();
  expect(readBar()).toEqual({ phase: 'finished', progress: 100, isVisible: false });
  await clock.advance(5000);
  expect(readBar()).toEqual(idle);
});

test('longer work is shown after 200 ms, and its progress counts from then', async () => {
  bar.start();
  await clock.advance(200);
  expect(readBar()).toEqual({ phase: 'loading', progress: 0, isVisible: true });
  await clock.advance(1000);
  expect(readBar().progress).toBeCloseTo(50, 6);
  await clock.advance(1000);
  expect(readBar().progress).toBeCloseTo(70.4833, 4);
  await clock.advance(60_000);
  expect(readBar()).toMatchObject({ phase: 'loading', isVisible: true });
  expect(readBar().progress).toBeGreaterThan(98);
});

test('jumps to 100 at the end, hides after 500 ms and resets after another 400 ms', async () => {
  const end = bar.start();
  await clock.advance(700);
  end();
  expect(readBar()).toEqual({ phase: 'finished', progress: 100, isVisible: true });
  await clock.advance(499);
  expect(readBar().isVisible).toBe(true);
  await clock.advance(1);
  expect(readBar()).toEqual({ phase: 'finished', progress: 100, isVisible: false });
  await clock.advance(399);
  expect(readBar().progress).toBe(100);
  await clock.advance(1);
  expect(readBar()).toEqual(idle);
});

test('a failure shows red at once and hides with the same delays', async () => {
  const end = bar.start();
  await clock.advance(50);
  bar.fail();
  const red = { phase: 'error', progress: 100, isVisible: true };
  expect(readBar()).toEqual(red);
  // The page's loading ends after its failure. The bar must stay red.
  end();
  await clock.advance(499);
  expect(readBar()).toEqual(red);
  await clock.advance(1);
  expect(readBar()).toEqual({ ...red, isVisible: false });
  await clock.advance(400);
  expect(readBar()).toEqual(idle);

  bar.fail();
  expect(readBar()).toEqual(red);
});

test('a failure right after the end of loading turns the bar red', async () => {
  const end = bar.start();
  await clock.advance(300);
  end();
  bar.fail();
  expect(readBar().phase).toBe('error');
});

test('two tasks share one bar that waits for both', async () => {
  const endPage = bar.start();
  await clock.advance(1200);
  const endClaim = bar.start();
  const { progress } = readBar();
  expect(progress).toBeCloseTo(50, 6);
  endPage();
  endPage();
  await clock.advance(100);
  expect(readBar()).toMatchObject({ phase: 'loading', isVisible: true });
  expect(readBar().progress).toBeGreaterThan(progress);
  endClaim();
  expect(readBar().phase).toBe('finished');
});

test('work that starts during the fade-out restarts the bar', async () => {
  bar.start()();
  bar.fail();
  await clock.advance(600);
  const end = bar.start();
  expect(readBar()).toEqual({ phase: 'loading', progress: 0, isVisible: false });
  await clock.advance(250);
  expect(readBar()).toMatchObject({ phase: 'loading', isVisible: true });
  end();
  await clock.advance(900);
  expect(readBar()).toEqual(idle);
});

test('renders the estimate and announces it to screen readers', async () => {
  const { container } = render(<LoadingBar loadingBar={bar} />);
  const line = container.querySelector('.loading-bar');
  const inner = line?.querySelector('i');
  const readAnnouncement = () => container.querySelector('[role=status]')?.textContent;
  // The site's policy blocks style attributes in markup.
  expect(container.innerHTML).not.toContain('style');
  bar.start();
  await act(() => clock.advance(100));
  expect(readAnnouncement()).toBe('');
  await act(() => clock.advance(1100));
  expect(readAnnouncement()).toBe('Загрузка');
  expect(Number(inner?.style.getPropertyValue('--progress'))).toBeCloseTo(0.5, 6);
  act(() => bar.fail());
  expect(line?.getAttribute('data-phase')).toBe('error');
  expect(inner?.style.getPropertyValue('--progress')).toBe('1');
  expect(readAnnouncement()).toBe('');
});
