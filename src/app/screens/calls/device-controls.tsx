import { Mic, MicOff, MonitorUp, MonitorX, SwitchCamera, Video, VideoOff } from 'lucide-react';
import { useState } from 'react';
import type { LocalView, MediaProblem } from '../../../client/interface/calls.ts';
import type { Answer } from '../../../client/interface/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../shared/client-context.ts';
import { useToasts } from '../../kit/toaster.tsx';
import { useTouch, useWide } from '../../kit/use-media.ts';
import { SWITCH_PROBLEM } from './call-words.ts';
import { Control } from './control.tsx';
import { useCamera } from './use-allowed.ts';
import { useChoices } from './use-choices.ts';

const icon = { size: 24, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Mutes this device, or ends that; its key is M. */
export function MicrophoneControl({ local }: { readonly local: LocalView }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const Icon = local.microphone ? Mic : MicOff;
  return (
    <Control
      label={t(local.microphone ? 'call.micOff' : 'call.micOn')}
      short={t('call.microphone')}
      keys="M"
      icon={<Icon {...icon} />}
      off={!local.microphone}
      disabled={local.view === null}
      onPress={() => actions.setMicrophone(!local.microphone)}
    />
  );
}

/** Controls of the sent picture: the camera, another camera, the screen. */
export function PictureControls({
  local,
  problem,
  mayShare,
}: {
  readonly local: LocalView;
  /** Why the last switch failed. */
  readonly problem: () => MediaProblem | null;
  /** A screen can be shared now. */
  readonly mayShare: boolean;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const setCamera = useCamera();
  const [busy, setBusy] = useState(false);
  const ready = local.view !== null;
  const wide = useWide();
  const touch = useTouch();
  const cameras = useChoices(ready).filter(({ kind }) => kind === 'camera').length;
  // One at a time: a camera that opens while a screen is chosen would be lost.
  const wait = async (answer: Answer, quiet = false) => {
    setBusy(true);
    const isDone = await answer;
    setBusy(false);
    if (!isDone.ok && !quiet) toasts.show(t(SWITCH_PROBLEM[problem() ?? 'inUse']));
  };
  const CamIcon = local.camera ? Video : VideoOff;
  const ShareIcon = local.sharing ? MonitorX : MonitorUp;
  return (
    <>
      <Control
        label={t(local.camera ? 'call.camOff' : 'call.camOn')}
        short={t('call.camera')}
        keys="V"
        icon={<CamIcon {...icon} />}
        off={!local.camera}
        disabled={!ready || busy || local.sharing}
        onPress={() => void wait(setCamera(!local.camera))}
      />
      {local.camera && !local.sharing && cameras > 1 && (
        <Control
          label={t('call.flip')}
          short={t('call.flipShort')}
          icon={<SwitchCamera {...icon} />}
          disabled={busy}
          onPress={() => void wait(actions.switchCamera())}
        />
      )}
      {wide && !touch && (
        <Control
          label={t(local.sharing ? 'call.stopShare' : 'call.share')}
          icon={<ShareIcon {...icon} />}
          on={local.sharing}
          disabled={busy || !(mayShare || local.sharing)}
          // Closing the browser's screen picker is not reported as a failure.
          onPress={() => void wait(actions.shareScreen(!local.sharing), true)}
        />
      )}
    </>
  );
}
