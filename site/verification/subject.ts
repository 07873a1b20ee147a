import { useMemo } from 'react';
import { device } from '#core/verification/device.ts';
import type { Subject } from '#core/verification/model.ts';
import type { Book } from '../claim/book.ts';

/** 128 random bits as text: crypto.randomUUID is there on secure pages only, and a phone may come by plain http. */
function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

/** A verification with the secrets of this browser's claims. */
export function useOwned({ kept }: Book, id: string): Subject {
  return useMemo(() => ({ id, secrets: kept.secrets() }), [kept, id]);
}

/** A verification that was handed to this device: by `token` now, or before; null when it never was. */
export function useHanded({ local }: Book, id: string, given: string | null): Subject | null {
  const held = device(local, id, given, random);
  const [token, secret] = [held?.token, held?.device];
  return useMemo(
    () => (token === undefined || secret === undefined ? null : { id, token, device: secret }),
    [id, token, secret],
  );
}
