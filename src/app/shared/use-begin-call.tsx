import { Phone, Video } from 'lucide-react';
import type { TFunction } from 'i18next';
import type { CallRefusal } from '../../client/interface/calls.ts';
import { type ContactId, parseTarget } from '../../domain/ids.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { isSecure } from '../platform/device.ts';
import { useClient } from './client-context.ts';
import type { MenuItem } from '../kit/menu.tsx';
import { useToasts } from '../kit/toaster.tsx';
import { useCallDevices } from './use-begin-call.ts';
import { REACH_TEXT } from './reach-text.ts';
import { useCall } from './use-call.ts';
import { useCallback, useSyncExternalStore } from 'react';

export interface CallWays {
  /** Calls are not possible with this chat or server, so no button is shown. */
  readonly absent: boolean;
  /** The reason why a press would not work now; null: it would. */
  readonly why: string | null;
  readonly begin: (video: boolean) => void;
  /** Of the menu with the ways. */
  readonly title: string;
  /** The two ways as rows of a menu. */
  readonly items: readonly MenuItem[];
}

const NEVER: ReadonlySet<CallRefusal | null> = new Set(['off', 'group', 'erased']);
const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The reason why a call is impossible, in the family's texts. */
export function callRefusalText(t: TFunction, refusal: CallRefusal): string {
  switch (refusal) {
    case 'off':
      return t('call.off');
    case 'unsupported':
      return t(isSecure() ? 'call.unsupported' : 'call.insecure');
    case 'busyElsewhere':
      return t('call.otherDevice');
    case 'notFriends':
      return t('call.notFriends');
    case 'group':
      return t('call.onlyPersons');
    case 'blocked':
    case 'erased':
    case 'disabled':
      return t(REACH_TEXT[refusal]);
  }
}

/** Starts a call from any page. A blocked call shows its reason when pressed (CALLUI-11). */
export function useBeginCall(id: ContactId, name: string, avatar: string): CallWays {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const allow = useCallDevices();
  const refusal = useRefusal(id);
  const inCall = useLives();
  const target = parseTarget(id);
  const why =
    refusal === null
      ? null
      : refusal === 'busyElsewhere' && inCall
        ? t('call.inCall')
        : callRefusalText(t, refusal);
  const begin = (video: boolean) => {
    if (why !== null) return toasts.show(why);
    if (target?.kind !== 'person') return;
    const { user } = target;
    const start = async () => {
      const allowed = await allow(video, 'begin');
      // The client's notices report a refusal of the server.
      if (allowed !== null) void actions.startCall(user, { video: allowed === 'all' && video, name, avatar });
    };
    void start();
  };
  const items = [
    { key: 'voice', label: t('call.voice'), icon: <Phone {...icon} />, onSelect: () => begin(false) },
    { key: 'video', label: t('call.video'), icon: <Video {...icon} />, onSelect: () => begin(true) },
  ];
  return { absent: NEVER.has(refusal), why, begin, title: t('call.way'), items };
}

function useLives(): boolean {
  const call = useCall();
  return call !== null && call.stage !== 'ended';
}

/** Why this person cannot be called now; null: they can. Follows the list, the settings and the calls. */
function useRefusal(id: ContactId): CallRefusal | null {
  const { calls, store } = useClient();
  const subscribe = useCallback(
    (action: () => void) => {
      const ends = [calls.subscribe(action), store.subscribe(action)];
      return () => {
        for (const end of ends) end();
      };
    },
    [calls, store],
  );
  const read = () => calls.mayCall(id);
  return useSyncExternalStore(subscribe, read, read);
}
