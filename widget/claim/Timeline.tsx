import type { CSSProperties } from 'react';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { Icon, paths } from '../Icon.tsx';
import { moment } from './time.ts';
import { rows } from './timeline.ts';

const words = { done: 'сделано', now: 'сейчас', todo: 'впереди' } as const;

/** The way of a claim: what is done and when, where it is, what is to come. */
export function Timeline({ claim }: { claim: ClaimStatus }) {
  return (
    <ol className="tl" aria-label="Ход заявки">
      {rows(claim).map(({ state, name, about, at, part }, index) => (
        <li
          className={state}
          key={index}
          aria-current={state === 'now' ? 'step' : undefined}
          style={part === undefined ? undefined : ({ '--v': `${Math.round(part * 100)}%` } as CSSProperties)}
        >
          <span className="dot">{state === 'done' && <Icon d={paths.check} size={14} />}</span>
          <div>
            <b>{name}</b>
            <span className="vh">, {words[state]}</span>
            {about && <p className="about">{about}</p>}
          </div>
          {at && <time dateTime={at}>{moment(at, claim.now)}</time>}
        </li>
      ))}
    </ol>
  );
}
