import { importWithRetry } from '#core/importWithRetry.ts';
import type { SessionModel } from '#core/session/sessionModel.ts';
import type { LoadSiteSettings } from '../../shell/siteSettings.ts';

/**
 * Opens a dialog for the proof of identity that the `error` of a call requires, and sends the call again. Rejects with
 * that error if the visitor closes the dialog.
 */
export async function repeatWithProof<T>(
  { session, loadSiteSettings }: { session: SessionModel; loadSiteSettings: LoadSiteSettings },
  send: (headers: Readonly<Record<string, string>>) => Promise<T>,
  error: unknown,
): Promise<T> {
  const { askForProof } = await importWithRetry(() => import('../proofDialog/askForProof.tsx'));
  if (!(await askForProof(session, loadSiteSettings, error))) throw error;
  return session.authorize(send);
}
