import type { CSSProperties } from 'react';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';
import { formatMoment } from '../format/formatTime.ts';
import { buildTimelineSteps } from './timelineSteps.ts';

const stateLabels = { done: 'сделано', now: 'сейчас', todo: 'впереди' } as const;

/** Timeline of a claim: completed steps with times, the current step, the next ones. */
export function ClaimTimeline({ claim }: { claim: ClaimStatus }) {
  return (
    <ol className="timeline" aria-label="Ход заявки">
      {buildTimelineSteps(claim).map(({ state, name, description, at, progress }, index) => (
        <li
          className={state}
          key={index}
          aria-current={state === 'now' ? 'step' : undefined}
          style={
            progress === undefined
              ? undefined
              : ({ '--v': `${Math.round(progress * 100)}%` } as CSSProperties)
          }
        >
          <span className="dot">{state === 'done' && <Icon d={ICON_PATHS.check} size={14} />}</span>
          <div>
            <b>{name}</b>
            <span className="visually-hidden">, {stateLabels[state]}</span>
            {description && <p className="description">{description}</p>}
          </div>
          {at && <time dateTime={at}>{formatMoment(at, claim.now)}</time>}
        </li>
      ))}
    </ol>
  );
}
