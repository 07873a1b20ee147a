import { useState, type ReactNode } from 'react';
import type { DetailedClaim } from '#core/contract/account/accountClaim.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { useAccount } from '../accountContext.ts';

type DialogModule = typeof import('./repeat/RepeatDialog.tsx');

/** What a row does with the dialogue. */
export interface RepeatActions {
  onRepeat: (claim: DetailedClaim) => void;
  /** The visitor is about to repeat a claim. */
  onRepeatSoon: () => void;
}

const loadDialog = () => import('./repeat/RepeatDialog.tsx');

/**
 * The dialogue that repeats a claim, and the note that its code, which loads when it is needed, could not be loaded.
 * `onClose` runs when it is closed.
 */
export function useRepeatDialog(
  onClose: () => void,
): [dialog: ReactNode, failure: ReactNode, actions: RepeatActions] {
  const account = useAccount();
  const [opened, setOpened] = useState<{ claim: DetailedClaim; module: DialogModule } | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  async function openDialog(claim: DetailedClaim): Promise<void> {
    const module = await loadDialog().catch(() => null);
    setHasFailed(module === null);
    if (module) setOpened({ claim, module });
  }

  function close(): void {
    setOpened(null);
    onClose();
  }

  return [
    opened && (
      <opened.module.RepeatDialog
        key={opened.claim.id}
        claim={opened.claim}
        account={account}
        onClose={close}
      />
    ),
    <ErrorNote key="failure" text={hasFailed ? formatAccountMessage('network') : null} />,
    {
      onRepeat: claim => void openDialog(claim),
      onRepeatSoon: () => void loadDialog().catch(() => undefined),
    },
  ];
}
