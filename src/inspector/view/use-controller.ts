import { useSyncExternalStore } from 'react';
import type { AppPage, Apps } from '../model/attach.ts';
import type { Controller, ControllerView } from '../model/controller.ts';

export const useController = (controller: Controller): ControllerView =>
  useSyncExternalStore(controller.subscribe, controller.get);

export const useApps = (apps: Apps): readonly AppPage[] => useSyncExternalStore(apps.subscribe, apps.get);
