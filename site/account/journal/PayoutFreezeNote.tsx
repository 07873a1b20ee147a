import { useState } from 'react';
import type { User } from '#core/contract/user.ts';
import { formatFullDate } from './formatFullDate.ts';

/** Note with the end of the payout freeze, after the owner has stopped the account. */
export function PayoutFreezeNote({ user: { payoutsFrozenUntil } }: { user: User }) {
  const [openedAt] = useState(() => Date.now());
  if (payoutsFrozenUntil == null || Date.parse(payoutsFrozenUntil) <= openedAt) return null;
  return (
    <p className="account-note">
      Выплаты остановлены до&nbsp;{formatFullDate(payoutsFrozenUntil)}: в&nbsp;письме нажали
      «Это&nbsp;не&nbsp;я».
    </p>
  );
}
