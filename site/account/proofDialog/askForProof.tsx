import { createRoot } from 'react-dom/client';
import type { SessionModel } from '#core/session/sessionModel.ts';
import { DetachedAccount } from '../confirmation/useProvenAccount.ts';
import type { LoadSiteSettings } from '../../shell/siteSettings.ts';
import { ConfirmationDialog } from './ConfirmationDialog.tsx';
import { parseConfirmationMethods } from '../confirmation/useConfirmedForm.ts';

/**
 * Opens a dialog above the page for the proof that an error of the server requires. Resolves
 * with whether the visitor has given the proof.
 */
export function askForProof(
  session: SessionModel,
  loadSiteSettings: LoadSiteSettings,
  error: unknown,
): Promise<boolean> {
  const methods = parseConfirmationMethods(error);
  const state = session.state.peek();
  if (methods === null || state.phase !== 'signed_in') return Promise.resolve(false);
  const { api, confirm, replaceUser, logOut } = session;
  const account = { user: state.user, api, confirm, replaceUser, logOut };
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  return new Promise(resolve => {
    const close = (isProven: boolean) => {
      resolve(isProven);
      root.unmount();
      host.remove();
    };
    root.render(
      <DetachedAccount value={{ account, loadSiteSettings }}>
        <ConfirmationDialog methods={methods} onClose={close} />
      </DetachedAccount>,
    );
  });
}
