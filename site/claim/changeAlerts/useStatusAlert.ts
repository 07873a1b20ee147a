import { useEffect, useRef } from 'react';
import { CLAIM_STATUS_RULES, type ClaimStatusCode } from '#core/claim/status.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { playChime } from '../../live/playChime.ts';

/** Statuses that follow a press of the visitor on this page. */
const OWN_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['claimed', 'cancelled']);

/** Notifies the visitor of each new status of the claim while `isOn`; in a hidden tab also by a notification. */
export function useStatusAlert({ id, number, status }: ClaimStatus, isOn: boolean): void {
  const lastStatus = useRef(status);
  useEffect(() => {
    if (lastStatus.current === status) return;
    lastStatus.current = status;
    if (!isOn || (OWN_STATUSES.has(status) && !document.hidden)) return;
    playChime();
    if (document.hidden) showNotification(id, `Заявка № ${number}`, CLAIM_STATUS_RULES[status].label);
  }, [id, number, status, isOn]);
}

function showNotification(claimId: string, title: string, body: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    // The same tag replaces the notification of the previous status.
    const notification = new Notification(title, { body, tag: claimId });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
    });
  } catch {
    // Chrome for Android shows only notifications of service workers.
  }
}
