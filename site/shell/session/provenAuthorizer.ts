import { toErrorCode } from '#core/api/apiError.ts';
import type { AuthorizeRequest } from '#core/api/client.ts';
import { importWithRetry } from '#core/importWithRetry.ts';
import type { SessionModel } from '#core/session/sessionModel.ts';
import type { LoadSiteSettings } from '../siteSettings.ts';

/**
 * Credentials for the calls of a widget. If the server wants a recent proof of who the visitor is, a dialog asks for it, and
 * the call is sent again: the widget only waits longer. Rejects with the server's error if the visitor closes the dialog.
 */
export function createProvenAuthorizer(
  session: SessionModel,
  loadSiteSettings: LoadSiteSettings,
): AuthorizeRequest {
  return send =>
    session.authorize(send).catch(async (error: unknown) => {
      if (toErrorCode(error) !== 'confirm_required') throw error;
      const { askForProof } = await importWithRetry(
        () => import('../../account/confirmation/askForProof.tsx'),
      );
      if (!(await askForProof(session, loadSiteSettings, error))) throw error;
      return session.authorize(send);
    });
}
