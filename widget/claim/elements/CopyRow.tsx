import type { ReactNode } from 'react';
import { getFontStep } from '../../form/fontStep.ts';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';
import { useClipboard } from './useClipboard.ts';
import { CLAIM_ICON_PATHS } from '../claimIcons.ts';

/** A value with a copy button: `value` is copied, `children` are shown. */
export function CopyRow({
  label,
  value,
  isLarge = false,
  children,
}: {
  label: string;
  value: string;
  isLarge?: boolean;
  children: ReactNode;
}) {
  const { state, copy, valueRef } = useClipboard(value);
  const isCopied = state === 'copied';
  const announcement = isCopied ? ', скопировано' : state === 'selected' ? ', выделено: скопируйте сами' : '';
  return (
    <div className={isCopied ? 'copy-row done' : 'copy-row'}>
      <span>
        <span className="label">
          {label}
          <span className="accent-text" role="status">
            {announcement}
          </span>
        </span>
        <span className={isLarge ? 'value large' : 'value'} data-len={getFontStep(value)} ref={valueRef}>
          {children}
        </span>
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={`Скопировать: ${label.toLowerCase()}`}
        onClick={copy}
      >
        <Icon d={isCopied ? ICON_PATHS.check : CLAIM_ICON_PATHS.copy} />
      </button>
    </div>
  );
}

/** An address with its first and last five characters emphasised. */
export function AddressText({ text }: { text: string }) {
  if (text.length < 16) return text;
  return (
    <span className="address">
      <b>{text.slice(0, 5)}</b>
      {text.slice(5, -5)}
      <b>{text.slice(-5)}</b>
    </span>
  );
}
