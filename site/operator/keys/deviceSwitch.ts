import * as v from 'valibot';
import { createJsonStorage } from '#core/storage.ts';
import { getLocalStorage } from '../../claim/local/localClaims.ts';

const storage = createJsonStorage(getLocalStorage(), 'exchange:desk:');

/** A choice of the person at this device. */
export interface DeviceSwitch {
  isOn(): boolean;
  turn(isOn: boolean): void;
}

const createDeviceSwitch = (name: string, initial: boolean): DeviceSwitch => ({
  isOn: () => storage.read(v.boolean(), name) ?? initial,
  turn: isOn => storage.write(name, isOn),
});

/** Whether single keys act. Who dictates, or presses keys by mistake, turns them off. */
export const keySwitch = createDeviceSwitch('keys', true);

/** Whether «Сегодня» plays a sound. */
export const soundSwitch = createDeviceSwitch('sound', false);
