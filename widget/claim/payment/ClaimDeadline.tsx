import type { CSSProperties } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimModel } from '#core/claim/claimModel.ts';
import { formatCountdown, formatSpokenDuration, formatMoment } from '../format/formatTime.ts';

/** Remaining seconds from which the deadline is a warning. */
const LOW_TIME_LEFT_SECONDS = 300;

/** Deadline as a time, a countdown and a progress line. `label` precedes «до 13:02» or «до 23 ноября в 13:02». */
export function ClaimDeadline({ claimModel, label }: { claimModel: ClaimModel; label: string }) {
  useSignals();
  const timeLeft = claimModel.timeLeft.value;
  if (!timeLeft) return null;
  const isLow = timeLeft.seconds < LOW_TIME_LEFT_SECONDS;
  return (
    <>
      <div className="deadline">
        <span className="secondary-text">
          {label} до {formatMoment(timeLeft.deadlineMs, timeLeft.deadlineMs - timeLeft.seconds * 1000)}
        </span>
        <span
          className={isLow ? 'clock numeric warning-text' : 'clock numeric'}
          role="timer"
          aria-label={`Осталось ${formatSpokenDuration(timeLeft.seconds)}`}
        >
          {formatCountdown(timeLeft.seconds)}
        </span>
      </div>
      <div className={isLow ? 'progress low' : 'progress'} part="line" aria-hidden="true">
        <i style={{ '--v': 1 - timeLeft.progress } as CSSProperties} />
      </div>
    </>
  );
}
