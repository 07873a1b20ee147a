import type { ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { RepeatableActionName } from '#core/claim/claimActions.ts';
import { formatMessage } from '#core/messages.ts';
import { Notice } from '../../form/FormNotices.tsx';
import { ICON_PATHS } from '../../icons/Icon.tsx';
import type { ScreenContext } from '../screenContext.ts';

/** Button for one claim action, with its error. `busyLabel` is the label while the request runs. */
export function ActionButton({
  context,
  action,
  busyLabel,
  onAction,
  variant = '',
  children,
}: {
  context: ScreenContext;
  action: RepeatableActionName;
  busyLabel: string;
  onAction: () => unknown;
  variant?: '' | 'secondary';
  children: ReactNode;
}) {
  useSignals();
  const actionState = context.claimModel.actions.actionState.value;
  const ownState = actionState?.action === action ? actionState : null;
  const isRunning = actionState !== null && actionState.state !== 'refused';
  return (
    <>
      {ownState?.state === 'waiting' && (
        <Notice kind="error" icon={ICON_PATHS.off} role="status">
          Нет связи с сервером. Повторим сами, как только она появится.
        </Notice>
      )}
      {ownState?.state === 'refused' && Object.keys(ownState.fields).length === 0 && (
        <Notice kind="error" icon={ICON_PATHS.alert} role="alert">
          {formatMessage(ownState.code, ownState.after === undefined ? {} : { after: ownState.after })}.
        </Notice>
      )}
      <button
        className={`button ${variant}`}
        part={variant === '' ? 'button' : undefined}
        type="button"
        aria-disabled={isRunning || undefined}
        onClick={() => void (isRunning || onAction())}
      >
        {ownState && isRunning ? busyLabel : children}
        {ownState && isRunning && (
          <span className="progress running">
            <i />
          </span>
        )}
      </button>
    </>
  );
}
