import { Icon } from '../Icon.tsx';
import type { Life } from '../life.ts';
import { paths } from './icons.ts';

/** The way to a person, there in every state of a claim; `first` where it is what should be done now. */
export function Support({ life, first = false }: { life: Life; first?: boolean }) {
  const target = life.home ? {} : { target: '_blank', rel: 'noopener' };
  return (
    <a
      className={first ? 'btn' : 'btn txt'}
      part={first ? 'button' : undefined}
      href={`${life.base}/contacts`}
      {...target}
    >
      <Icon d={paths.chat} size={20} />
      Написать в&nbsp;поддержку
    </a>
  );
}
