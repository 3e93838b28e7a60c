import { useSyncExternalStore } from 'react';
import type { AppPage, Apps } from '../model/attach.ts';
import type { Desk, DeskView } from '../model/desk.ts';

export const useDesk = (desk: Desk): DeskView => useSyncExternalStore(desk.subscribe, desk.get);

export const useApps = (apps: Apps): readonly AppPage[] => useSyncExternalStore(apps.subscribe, apps.get);
