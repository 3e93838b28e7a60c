import { useSyncExternalStore } from 'react';
import { type DeviceChoice, deviceChoice } from '../../platform/call-devices.ts';
import { onSetting } from '../../platform/settings.ts';

/** The devices chosen on this device. */
export const useDeviceChoice = (): DeviceChoice => useSyncExternalStore(onSetting, deviceChoice);
