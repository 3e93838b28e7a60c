import { Phone, PhoneOff, SlidersHorizontal, Video } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyAside } from '../../kit/lazy-aside.ts';
import type { CallView } from '../../../client/interface/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { cx } from '../../kit/class-names.ts';
import { useClient } from '../../shared/client-context.ts';
import { ASKS } from './call-words.ts';
import styles from './call.module.css';
import { Control } from './control.tsx';
import { MicrophoneControl, PictureControls } from './device-controls.tsx';
import { useAnswer } from './use-allowed.ts';

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
  const { actions, calls } = useClient();
  const [devices, setDevices] = useState(false);
  const { local } = call;
  const ready = local.view !== null;
  const waiting = call.caller && (call.stage === 'preparing' || call.stage === 'calling');
  return (
    <>
      <div className={styles.controls} role="group" aria-label={t('call.controls')}>
        <MicrophoneControl local={local} />
        <PictureControls
          local={local}
          problem={() => calls.get()?.problem ?? null}
          mayShare={call.stage === 'talking'}
        />
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
        {devices && <DevicesSheet local={local} onClose={() => setDevices(false)} />}
      </Suspense>
    </>
  );
}
