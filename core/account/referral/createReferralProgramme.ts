import type { ApiClient } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import { getReferralProgrammeCall, type ReferralProgramme } from '../../contract/account/referral.ts';
import { createPolledView, type PolledViewModel } from '../createPolledView.ts';

/** The programme has one view. */
export const PROGRAMME_VIEW = 'programme';

/** The referral programme of an account, kept up to date while visible. */
export type ReferralProgrammeModel = PolledViewModel<typeof PROGRAMME_VIEW, ReferralProgramme>;

/** Creates the programme, not loaded yet. `api` sends the access token. */
export function createReferralProgramme(api: ApiClient, { visible = true } = {}): ReferralProgrammeModel {
  return createPolledView({
    clock: api.clock,
    visible,
    formatView: view => view,
    fetchView: (_view, options) => sendCall(api, getReferralProgrammeCall, options),
  });
}
