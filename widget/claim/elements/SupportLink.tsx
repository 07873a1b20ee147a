import { getSupportPath } from '#core/claim/supportPath.ts';
import { Icon } from '../../icons/Icon.tsx';
import type { WidgetContext } from '../../widgetContext.ts';
import { CLAIM_ICON_PATHS } from '../claimIcons.ts';

/** Link to support, shown in every state of a claim; `variant` selects link or button style. */
export function SupportLink({
  controller,
  claimNumber,
  variant = 'text',
}: {
  controller: WidgetContext;
  /** Number of the claim that the visitor asks about. */
  claimNumber?: string;
  variant?: 'text' | 'secondary' | '';
}) {
  const linkTarget = controller.isExchangeSite ? {} : { target: '_blank', rel: 'noopener' };
  return (
    <a
      className={`button ${variant}`}
      part={variant === '' ? 'button' : undefined}
      href={controller.base + getSupportPath(claimNumber)}
      {...linkTarget}
    >
      <Icon d={CLAIM_ICON_PATHS.chat} size={20} />
      Написать в поддержку
    </a>
  );
}
