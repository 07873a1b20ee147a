import { Icon } from '../Icon.tsx';
import type { Life } from '../life.ts';
import { paths } from './icons.ts';

/** The way to a person, there in every state of a claim. */
export function Support({ life }: { life: Life }) {
  const target = life.home ? {} : { target: '_blank', rel: 'noopener' };
  return (
    <a className="btn txt" href={`${life.base}/contacts`} {...target}>
      <Icon d={paths.chat} size={20} />
      Написать в&nbsp;поддержку
    </a>
  );
}
