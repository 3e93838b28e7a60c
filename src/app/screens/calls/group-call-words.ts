import type { TFunction } from 'i18next';
import type { GroupCallView } from '../../../client/interface/group-calls.ts';
import { PROBLEM } from './call-words.ts';

/** The text under the name of the group; null: the duration is shown instead. */
export function groupStageText(t: TFunction, call: GroupCallView): string | null {
  switch (call.stage) {
    case 'returning':
      return t('gcall.wasIn');
    case 'opening':
      return t('call.preparing');
    case 'joining':
      return t('gcall.joining');
    case 'reconnecting':
      return t('call.reconnecting');
    case 'inCall':
      return null;
    case 'ended':
      return groupEndText(t, call);
  }
}

export function groupEndText(t: TFunction, { end, problem }: GroupCallView): string {
  switch (end) {
    case 'over':
    case 'left':
    case null:
      return t('gcall.over');
    case 'removed':
      return t('gcall.removed');
    case 'notMember':
      return t('gcall.noMember');
    case 'elsewhere':
      return t('gcall.elsewhere');
    case 'full':
      return t('gcall.full');
    case 'serverFull':
      return t('gcall.serverFull');
    case 'refused':
      return t('gcall.refused');
    case 'deviceDenied':
      return t(PROBLEM[problem ?? 'denied']);
    case 'lost':
      return t('call.lost');
  }
}
