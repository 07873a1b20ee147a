import type { User } from '#core/contract/user.ts';
import { buildNotifySettings } from '#server/accounts/accountView.ts';
import { findSecondFactor } from '#server/accounts/secondFactor/findSecondFactor.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { findPartner } from '#server/partners/referral/partners.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';

/** Builds the account for its owner. */
export async function buildUser({ db }: Pick<ExchangeContext, 'db'>, user: UserRow): Promise<User> {
  const secondFactor = await findSecondFactor(db, user.id);
  const partner = await findPartner(db, user.id);
  return {
    email: user.email,
    activated: true,
    id: user.id,
    createdAt: formatInstant(user.created_at),
    twoFactor: secondFactor !== null,
    ...(secondFactor && { recoveryCodes: secondFactor.recoveryCodes }),
    passkeys: Number(user.passkey_count),
    hasPassword: user.password_hash !== null,
    notify: buildNotifySettings(user),
    payoutsFrozenUntil: formatInstantOrNull(user.payouts_frozen_until),
    shop: partner ? { name: partner.name, site: partner.site } : null,
  };
}
