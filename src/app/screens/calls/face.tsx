import { MicOff } from 'lucide-react';
import type { CallView } from '../../../client/interface/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { cx } from '../../kit/class-names.ts';
import styles from './call.module.css';
import { TalkTime } from './talk-time.tsx';

/** The partner's picture and the state of the call, for calls without video. */
export function Face({ call }: { readonly call: CallView }) {
  const { t } = useTranslation();
  const rings = call.stage === 'ringing' || call.stage === 'calling';
  return (
    <div className={styles.face}>
      <span className={cx(styles.ring, rings && styles.rings)}>
        <Avatar id={call.peer} name={call.name} src={call.avatar} size={128} />
      </span>
      <p className={styles.name} dir="auto" aria-hidden="true">
        {call.name}
      </p>
      <TalkTime call={call} className={cx(styles.state, call.stage === 'reconnecting' && styles.warn)} />
      {call.local.view !== null && !call.local.microphone && (
        <p className={styles.muted}>
          <MicOff size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('call.muted')}
        </p>
      )}
    </div>
  );
}
