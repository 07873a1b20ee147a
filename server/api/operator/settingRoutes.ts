import {
  listOperatorSettingsCall,
  previewSettingCall,
  SETTING_NAMES,
} from '#core/contract/operator/terms/settings.ts';
import { listSettings, previewSetting } from '#server/operator/catalogue/settingCommands.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import type { AddStaffCalls } from './staffGuard.ts';

/** Routes of settings for staff. */
export const addStaffSettingCalls: AddStaffCalls = (addCall, context, accessFor) => {
  const access = accessFor('read');
  addCall(listOperatorSettingsCall, { access }, async () => ({ results: await listSettings(context) }));
  addCall(previewSettingCall, { access }, async (c, { name: wanted }) => {
    const name = SETTING_NAMES.find(one => one === wanted);
    if (!name) throw notFoundProblem;
    return previewSetting(c.var.staff.operator, name, c.req.query('value') ?? '');
  });
};
