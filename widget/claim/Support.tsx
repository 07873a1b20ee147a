import { Icon } from '../Icon.tsx';
import type { Life } from '../life.ts';
import { paths } from './icons.ts';

/** The way to a person, there in every state of a claim; `kind` is how much it weighs there: text, or a button. */
export function Support({ life, kind = 'txt' }: { life: Life; kind?: 'txt' | 'sec' | '' }) {
  const target = life.home ? {} : { target: '_blank', rel: 'noopener' };
  return (
    <a
      className={`btn ${kind}`}
      part={kind === '' ? 'button' : undefined}
      href={`${life.base}/contacts`}
      {...target}
    >
      <Icon d={paths.chat} size={20} />
      Написать в&nbsp;поддержку
    </a>
  );
}
