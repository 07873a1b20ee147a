import type { CSSProperties } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { Claim } from '#core/claim/model.ts';
import { clock, spoken } from './time.ts';

/** Seconds from which the time left is a warning. */
const LOW = 300;

const time = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' });

/** A moment by this device's clock and zone: «13:02». */
export function hour(ms: number): string {
  return time.format(ms);
}

/** Until when: the hour, what is left of it, and the line. `what` goes before «до 13:02». */
export function Deadline({ claim, what }: { claim: Claim; what: string }) {
  useSignals();
  const left = claim.timeLeft.value;
  if (!left) return null;
  const low = left.seconds < LOW;
  return (
    <>
      <div className="deadline">
        <span className="t2">
          {what} до&nbsp;{hour(left.until)}
        </span>
        <span
          className={low ? 'clock num warn' : 'clock num'}
          role="timer"
          aria-label={`Осталось ${spoken(left.seconds)}`}
        >
          {clock(left.seconds)}
        </span>
      </div>
      <div className={low ? 'bar low' : 'bar'} part="line" aria-hidden="true">
        <i style={{ '--v': 1 - left.progress } as CSSProperties} />
      </div>
    </>
  );
}
