import { useEffect, useState, useSyncExternalStore } from 'react';
import type { MediaChoice } from '../../../client/interface/calls.ts';
import { type DeviceChoice, deviceChoice, onDevicesChanged } from '../../platform/call-devices.ts';
import { onSetting } from '../../platform/settings.ts';
import { useClient } from '../../shared/client-context.ts';

/** The devices chosen on this device. */
export const useDeviceChoice = (): DeviceChoice => useSyncExternalStore(onSetting, deviceChoice);

const NONE: readonly MediaChoice[] = [];

/** Available devices; listed again when one is plugged in, and once the user has permitted their use. */
export function useChoices(allowed: boolean): readonly MediaChoice[] {
  const { actions } = useClient();
  const [choices, setChoices] = useState(NONE);
  useEffect(() => {
    let isClosed = false;
    // The names come with the permission.
    const look = async (_allowed: boolean) => {
      const devices = await actions.mediaChoices();
      if (!isClosed) setChoices(devices);
    };
    void look(allowed);
    const end = onDevicesChanged(() => void look(allowed));
    return () => {
      isClosed = true;
      end();
    };
  }, [actions, allowed]);
  return choices;
}
