import { Phone, Video } from 'lucide-react';
import type { TFunction } from 'i18next';
import type { GroupCallRefusal } from '../../client/interface/group-calls.ts';
import type { Contact } from '../../client/state/state.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useNavigate } from '../kit/navigation.ts';
import { useToasts } from '../kit/toaster.tsx';
import { pathTo } from '../paths/paths.ts';
import { isSecure } from '../platform/device.ts';
import { useClient } from './client-context.ts';
import { useCallDevices } from './use-begin-call.ts';
import type { CallWays } from './use-begin-call.tsx';
import { useCallOfGroup, useGroupCall, useGroupCallRefusal } from './use-group-call.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The reason why nobody can join from this device, in the words of the user. */
export function groupCallRefusalText(t: TFunction, refusal: GroupCallRefusal): string {
  switch (refusal) {
    case 'off':
      return t('call.off');
    case 'unsupported':
      return t(isSecure() ? 'call.unsupported' : 'call.insecure');
    case 'busy':
      return t('call.inCall');
    case 'notMember':
      return t('gcall.notMember');
    case 'full':
      return t('gcall.full');
  }
}

/**
 * Begins or joins the call of a group from any page, or returns to it. Absent for other chats and where calls
 * are off (GCALLUI-1). A call that is always open is joined muted (GCALL-27).
 */
export function useJoinGroupCall({ id, kind, group }: Pick<Contact, 'id' | 'kind' | 'group'>): CallWays {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const navigate = useNavigate();
  const allow = useCallDevices();
  const refusal = useGroupCallRefusal(id);
  const isRunning = useCallOfGroup(id) !== null;
  const mine = useGroupCall();
  const isHere = mine !== null && mine.stage !== 'ended' && mine.group === id;
  const why = refusal === null || isHere ? null : groupCallRefusalText(t, refusal);
  const path = pathTo('call', { group: id });
  const begin = (video: boolean) => {
    if (isHere) return void navigate(path);
    if (why !== null) return toasts.show(why);
    const join = async () => {
      const allowed = await allow(video, 'begin');
      if (allowed === null) return;
      void actions.joinGroupCall(id, {
        video: allowed === 'all' && video,
        muted: group?.setting.openRoom === true,
      });
      await navigate(path);
    };
    void join();
  };
  const items = isHere
    ? [{ key: 'back', label: t('gcall.back'), icon: <Phone {...icon} />, onSelect: () => begin(false) }]
    : [
        {
          key: 'voice',
          label: t(isRunning ? 'gcall.joinCall' : 'gcall.start'),
          icon: <Phone {...icon} />,
          onSelect: () => begin(false),
        },
        {
          key: 'video',
          label: t(isRunning ? 'gcall.joinVideo' : 'gcall.startVideo'),
          icon: <Video {...icon} />,
          onSelect: () => begin(true),
        },
      ];
  return { absent: kind !== 'group' || refusal === 'off', why, begin, title: t('gcall.way'), items };
}
