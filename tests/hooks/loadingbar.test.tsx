import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LoadingBar } from '#site/shell/LoadingBar.tsx';
import * as bars from '#site/shell/loadingbar.ts';
import { fake, type FakeClock } from '#tests/core/clock.ts';

let clock: FakeClock;
let bar: bars.LoadingBar;

beforeEach(() => {
  clock = fake();
  bar = bars.create(clock);
});
afterEach(cleanup);

const look = () => bar.look.value;
const idle = { phase: 'idle', progress: 0, shown: false };

test('the times are those of the specification', () => {
  expect([bars.THROTTLE, bars.DURATION, bars.HIDE_DELAY, bars.RESET_DELAY]).toEqual([200, 2000, 500, 400]);
});

test('the estimate is an arctangent over the duration: fast, slower, never there', () => {
  const points = [
    [0, 0],
    [500, 29.5167],
    [1000, 50],
    [2000, 70.4833],
    [4000, 84.4042],
    [60_000, 98.9391],
  ] as const;
  for (const [elapsed, percent] of points) expect(bars.estimate(elapsed)).toBeCloseTo(percent, 4);
  expect(bars.estimate(1e9)).toBeLessThan(100);
});

test('work that ends within 200 ms is never shown', async () => {
  const end = bar.begin();
  await clock.advance(199);
  expect(look()).toEqual({ phase: 'loading', progress: 0, shown: false });
  end();
  expect(look()).toEqual({ phase: 'finished', progress: 100, shown: false });
  await clock.advance(5000);
  expect(look()).toEqual(idle);
});

test('longer work is shown from 200 ms on and grows by the estimate, counted from there', async () => {
  bar.begin();
  await clock.advance(200);
  expect(look()).toEqual({ phase: 'loading', progress: 0, shown: true });
  await clock.advance(1000);
  expect(look().progress).toBeCloseTo(50, 6);
  await clock.advance(1000);
  expect(look().progress).toBeCloseTo(70.4833, 4);
  await clock.advance(60_000);
  expect(look()).toMatchObject({ phase: 'loading', shown: true });
  expect(look().progress).toBeGreaterThan(98);
});

test('at its end it jumps to 100, hides 500 ms later and is set back 400 ms after that', async () => {
  const end = bar.begin();
  await clock.advance(700);
  end();
  expect(look()).toEqual({ phase: 'finished', progress: 100, shown: true });
  await clock.advance(499);
  expect(look().shown).toBe(true);
  await clock.advance(1);
  expect(look()).toEqual({ phase: 'finished', progress: 100, shown: false });
  await clock.advance(399);
  expect(look().progress).toBe(100);
  await clock.advance(1);
  expect(look()).toEqual(idle);
});

test('a failure is red at once, even before anything was shown, and goes by the same delays', async () => {
  const end = bar.begin();
  await clock.advance(50);
  bar.fail();
  const red = { phase: 'error', progress: 100, shown: true };
  expect(look()).toEqual(red);
  // The page’s loading ends after its failure: that does not turn it green.
  end();
  await clock.advance(499);
  expect(look()).toEqual(red);
  await clock.advance(1);
  expect(look()).toEqual({ ...red, shown: false });
  await clock.advance(400);
  expect(look()).toEqual(idle);

  bar.fail();
  expect(look()).toEqual(red);
});

test('a failure that comes right after the end of loading turns it red', async () => {
  const end = bar.begin();
  await clock.advance(300);
  end();
  bar.fail();
  expect(look().phase).toBe('error');
});

test('two pieces of work are one line that waits for both', async () => {
  const page = bar.begin();
  await clock.advance(1200);
  const claim = bar.begin();
  const { progress } = look();
  expect(progress).toBeCloseTo(50, 6);
  page();
  page();
  await clock.advance(100);
  expect(look()).toMatchObject({ phase: 'loading', shown: true });
  expect(look().progress).toBeGreaterThan(progress);
  claim();
  expect(look().phase).toBe('finished');
});

test('work that begins while the last line still fades starts anew', async () => {
  bar.begin()();
  bar.fail();
  await clock.advance(600);
  const end = bar.begin();
  expect(look()).toEqual({ phase: 'loading', progress: 0, shown: false });
  await clock.advance(250);
  expect(look()).toMatchObject({ phase: 'loading', shown: true });
  end();
  await clock.advance(900);
  expect(look()).toEqual(idle);
});

test('it is drawn as far as the estimate, and said to who cannot see it', async () => {
  const { container } = render(<LoadingBar bar={bar} />);
  const line = container.querySelector('.loading');
  const inner = line?.querySelector('i');
  const said = () => container.querySelector('[role=status]')?.textContent;
  // The policy of the site blocks style attributes in markup.
  expect(container.innerHTML).not.toContain('style');
  bar.begin();
  await act(() => clock.advance(100));
  expect(said()).toBe('');
  await act(() => clock.advance(1100));
  expect(said()).toBe('Загрузка');
  expect(Number(inner?.style.getPropertyValue('--progress'))).toBeCloseTo(0.5, 6);
  act(() => bar.fail());
  expect(line?.getAttribute('data-phase')).toBe('error');
  expect(inner?.style.getPropertyValue('--progress')).toBe('1');
  expect(said()).toBe('');
});
