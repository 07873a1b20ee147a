import { listOperatorSettingsCall, previewSettingCall } from '#core/contract/operator/terms/settings.ts';
import { listSettings, previewSetting } from '#server/operator/catalogue/settingCommands.ts';
import type { AddStaffCalls } from './staffGuard.ts';

/** Routes of settings for staff. */
export const addStaffSettingCalls: AddStaffCalls = (addCall, context, accessFor) => {
  const access = accessFor('read');
  addCall(listOperatorSettingsCall, { access }, async () => ({ results: await listSettings(context) }));
  addCall(previewSettingCall, { access }, (c, { name }) =>
    previewSetting(c.var.staff.operator, name, c.req.query('value') ?? ''),
  );
};
