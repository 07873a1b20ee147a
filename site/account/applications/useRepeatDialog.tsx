import { useState, type ReactNode } from 'react';
import type { DetailedClaim } from '#core/contract/account/accountClaim.ts';
import { useAccount } from '../accountContext.ts';

type DialogModule = typeof import('./repeat/RepeatDialog.tsx');

/** Actions of the list on the dialogue. */
interface RepeatDialogActions {
  openDialog(claim: DetailedClaim): Promise<void>;
  /** Loads its code before it is needed. */
  preloadDialog(): void;
  /** Whether its code could not be loaded. */
  hasFailed: boolean;
}

const loadDialog = () => import('./repeat/RepeatDialog.tsx');

/** The dialogue that repeats a claim; its code loads when it is needed. `onClose` runs when it is closed. */
export function useRepeatDialog(onClose: () => void): [ReactNode, RepeatDialogActions] {
  const account = useAccount();
  const [opened, setOpened] = useState<{ claim: DetailedClaim; module: DialogModule } | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const actions: RepeatDialogActions = {
    async openDialog(claim) {
      const module = await loadDialog().catch(() => null);
      setHasFailed(module === null);
      if (module) setOpened({ claim, module });
    },
    preloadDialog: () => void loadDialog().catch(() => undefined),
    hasFailed,
  };
  if (!opened) return [null, actions];
  const { RepeatDialog } = opened.module;
  const close = () => {
    setOpened(null);
    onClose();
  };
  return [
    <RepeatDialog key={opened.claim.id} claim={opened.claim} account={account} onClose={close} />,
    actions,
  ];
}
