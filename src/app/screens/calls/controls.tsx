import {
  Mic,
  MicOff,
  MonitorUp,
  MonitorX,
  Phone,
  PhoneOff,
  SlidersHorizontal,
  SwitchCamera,
  Video,
  VideoOff,
} from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyAside } from '../../kit/lazy-aside.ts';
import type { CallView } from '../../../client/interface/calls.ts';
import type { Answer } from '../../../client/interface/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { cx } from '../../kit/class-names.ts';
import { useClient } from '../../shared/client-context.ts';
import { useToasts } from '../../kit/toaster.tsx';
import { useTouch, useWide } from '../../kit/use-media.ts';
import { ASKS, SWITCH_PROBLEM } from './call-words.ts';
import styles from './call.module.css';
import { useAnswer, useCamera } from './use-allowed.ts';
import { useChoices } from './use-choices.ts';

const DevicesSheet = lazyAside(() => import('./devices-sheet.tsx'));
const icon = { size: 24, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Controls of a call for its phase. The label of each button names the effect of pressing it. */
export function CallControls({ call }: { readonly call: CallView }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const answer = useAnswer();
  if (call.stage !== 'ringing' && call.stage !== 'returning') return <Talking call={call} />;
  const question = ASKS[call.stage];
  return (
    <div className={cx(styles.controls, styles.apart)} role="group" aria-label={t('call.controls')}>
      <Control
        label={t(question.no)}
        tone="red"
        icon={<PhoneOff {...icon} />}
        onPress={() => actions.hangUp()}
      />
      <Control
        label={t(question.yes)}
        tone="green"
        icon={call.video ? <Video {...icon} /> : <Phone {...icon} />}
        onPress={() => answer(call)}
      />
    </div>
  );
}

function Talking({ call }: { readonly call: CallView }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [devices, setDevices] = useState(false);
  const { local } = call;
  const ready = local.view !== null;
  const waiting = call.caller && (call.stage === 'preparing' || call.stage === 'calling');
  const MicIcon = local.microphone ? Mic : MicOff;
  return (
    <>
      <div className={styles.controls} role="group" aria-label={t('call.controls')}>
        <Control
          label={t(local.microphone ? 'call.micOff' : 'call.micOn')}
          short={t('call.microphone')}
          keys="M"
          icon={<MicIcon {...icon} />}
          off={!local.microphone}
          disabled={!ready}
          onPress={() => actions.setMicrophone(!local.microphone)}
        />
        <Pictures call={call} />
        <Control
          label={t('call.devices')}
          icon={<SlidersHorizontal {...icon} />}
          disabled={!ready}
          onPress={() => setDevices(true)}
        />
        <Control
          tone="red"
          label={t(waiting ? 'call.cancel' : 'call.hangUp')}
          icon={<PhoneOff {...icon} />}
          onPress={() => actions.hangUp()}
        />
      </div>
      <Suspense fallback={null}>
        {devices && <DevicesSheet call={call} onClose={() => setDevices(false)} />}
      </Suspense>
    </>
  );
}

/** Controls of the sent picture: the camera, another camera, the screen. */
function Pictures({ call }: { readonly call: CallView }) {
  const { t } = useTranslation();
  const { actions, calls } = useClient();
  const toasts = useToasts();
  const setCamera = useCamera();
  const [busy, setBusy] = useState(false);
  const { local } = call;
  const ready = local.view !== null;
  const wide = useWide();
  const touch = useTouch();
  const cameras = useChoices(ready).filter(({ kind }) => kind === 'camera').length;
  // One at a time: a camera that opens while a screen is chosen would be lost.
  const wait = async (answer: Answer, quiet = false) => {
    setBusy(true);
    const isDone = await answer;
    setBusy(false);
    if (!isDone.ok && !quiet) toasts.show(t(SWITCH_PROBLEM[calls.get()?.problem ?? 'inUse']));
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
          disabled={busy || !(call.stage === 'talking' || local.sharing)}
          // Closing the browser's screen picker is not reported as a failure.
          onPress={() => void wait(actions.shareScreen(!local.sharing), true)}
        />
      )}
    </>
  );
}

function Control({
  label,
  short,
  keys,
  icon: sign,
  tone,
  off = false,
  on = false,
  disabled = false,
  onPress,
}: {
  readonly label: string;
  /** Shown under the button if the label is too long; always part of it. */
  readonly short?: string;
  readonly keys?: string;
  readonly icon: ReactNode;
  readonly tone?: 'red' | 'green';
  /** Its device is off now. */
  readonly off?: boolean;
  readonly on?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.control}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={keys === undefined ? label : `${label} (${keys})`}
      disabled={disabled}
      onClick={onPress}
    >
      <span
        className={cx(
          styles.disc,
          tone === 'red' && styles.red,
          tone === 'green' && styles.green,
          off && styles.off,
          on && styles.on,
        )}
      >
        {sign}
      </span>
      <span className={styles.caption}>{short ?? label}</span>
    </button>
  );
}
