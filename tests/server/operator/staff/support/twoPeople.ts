import { expect } from 'vitest';
import type { StaffRole } from '#core/contract/operator/staff.ts';
import type { TestServer } from '../../../../support/testServer.ts';
import { openStaff } from './staffBrowser.ts';

/** Opens two people of one role, anna@razmen.example and boris@razmen.example. */
export const openAnnaAndBoris = async (testServer: TestServer, role: StaffRole) =>
  [
    await openStaff(testServer, role, 'anna@razmen.example'),
    await openStaff(testServer, role, 'boris@razmen.example'),
  ] as const;

/** Expects that one of two changes at once wins, and that the other person learns who. Returns whether Anna wins. */
export async function expectOneWinner(
  byAnna: Promise<Response>,
  byBoris: Promise<Response>,
): Promise<boolean> {
  const [anna, boris] = await Promise.all([byAnna, byBoris]);
  expect([anna.status, boris.status].toSorted()).toEqual([204, 409]);
  const isAnnaFirst = anna.status === 204;
  expect(await (isAnnaFirst ? boris : anna).json()).toMatchObject({
    code: 'value_changed',
    by: isAnnaFirst ? 'anna@razmen.example' : 'boris@razmen.example',
  });
  return isAnnaFirst;
}
