import type { TFunction } from 'i18next';
import type { CallView, DeviceNews, MediaProblem } from '../../../client/interface/calls.ts';

/** The text under the name during the call; null: the duration is shown instead. */
export function stageText(t: TFunction, call: CallView): string | null {
  switch (call.stage) {
    case 'ringing':
      return t(call.video ? 'call.video' : 'call.voice');
    case 'returning':
      return t('call.wasIn');
    case 'preparing':
      return t(call.video ? 'call.preparingVideo' : 'call.preparing');
    case 'calling':
      return t('call.waiting');
    case 'connecting':
      return t('call.connecting');
    case 'reconnecting':
      return t('call.reconnecting');
    case 'talking':
      return null;
    case 'ended':
      return endText(t, call);
  }
}

/** Screen reader announcement for a new stage of a call. */
export function stageNews(t: TFunction, call: CallView): string {
  const { name } = call;
  switch (call.stage) {
    case 'ringing':
      return t(call.video ? 'call.incomingVideo' : 'call.incomingVoice', { name });
    case 'returning':
      return t('call.wasInWith', { name });
    case 'preparing':
      return t(call.video ? 'call.preparingVideo' : 'call.preparing');
    case 'calling':
      return t('call.calling', { name });
    case 'connecting':
      return t('call.connecting');
    case 'talking':
      return t('call.connected', { name });
    case 'reconnecting':
      return t('call.reconnecting');
    case 'ended':
      return endText(t, call);
  }
}

export function endText(t: TFunction, { end, caller, name, problem }: CallView): string {
  switch (end) {
    case 'cancelled':
      return t('call.cancelled');
    case 'refused':
      return caller ? t('call.refusedBy', { name }) : t('call.refused');
    case 'noAnswer':
      return t('call.noAnswer');
    case 'missed':
      return t('call.missed');
    case 'busy':
      return t('call.busy');
    case 'offline':
      return t('call.offline');
    case 'elsewhere':
      return t('call.elsewhere');
    case 'deviceDenied':
      return t(PROBLEM[problem ?? 'denied']);
    case 'notConnected':
      return t('call.notConnected');
    case 'lost':
      return t('call.lost');
    case 'hungUp':
    case null:
      return t('call.ended');
  }
}

export const PROBLEM = {
  denied: 'call.denied',
  missing: 'call.missing',
  inUse: 'call.inUse',
  unsupported: 'call.insecure',
} as const satisfies Record<MediaProblem, string>;

/** Why a camera or screen could not be taken into a running call. */
export const SWITCH_PROBLEM = {
  ...PROBLEM,
  missing: 'call.missingCamera',
  unsupported: 'call.noPicture',
} as const satisfies Record<MediaProblem, string>;

const LOST = {
  microphone: { replaced: 'call.microphoneReplaced', off: 'call.microphoneLost' },
  camera: { replaced: 'call.cameraReplaced', off: 'call.cameraLost' },
} as const;

/** Text about a device that changed without the user's action. */
export const deviceNewsText = (t: TFunction, { kind, what }: DeviceNews): string =>
  t(what === 'replaced' || what === 'off' ? LOST[kind][what] : PROBLEM[what]);

/** The two answers to a call that waits for one. */
export const ASKS = {
  ringing: { yes: 'call.accept', no: 'call.refuse' },
  returning: { yes: 'call.return', no: 'call.hangUp' },
} as const;
