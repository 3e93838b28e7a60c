import { Phone, PhoneMissed, PhoneOff, Video } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CallView } from '../../../client/interface/calls.ts';
import { personContact } from '../../../domain/ids.ts';
import { clockText } from '../../../domain/clock-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Button } from '../../kit/button.tsx';
import { useBack } from '../../kit/navigation.ts';
import { useBeginCall } from '../../shared/use-begin-call.tsx';
import { runLater } from '../../platform/time.ts';
import { leavesPage } from './call-path.ts';
import { endText } from './call-words.ts';
import styles from './call.module.css';
import { CheckButton } from './check-button.tsx';

const SOON_MS = 2_500;

/** Shows how the call ended, and a button to call again. */
export function Ended({ call }: { readonly call: CallView }) {
  const { t } = useTranslation();
  const back = useBack();
  const ways = useBeginCall(personContact(call.peer), call.name, call.avatar);
  const [stays, setStays] = useState(false);
  const leaves = leavesPage(call);
  const leave = useEffectEvent(back);
  // A touch or the keyboard shows that the user reads the page: then it stays.
  const goesMs = leaves === 'atOnce' ? 0 : leaves === 'soon' && !stays ? SOON_MS : null;
  useEffect(() => (goesMs === null ? undefined : runLater(goesMs, () => leave())), [goesMs]);
  if (leaves === 'atOnce') return null;
  const denied = call.end === 'deviceDenied';
  const Icon = call.end === 'missed' || call.end === 'noAnswer' ? PhoneMissed : PhoneOff;
  return (
    <div className={styles.face} onPointerMove={() => setStays(true)} onKeyDown={() => setStays(true)}>
      <span className={styles.ring}>
        <Avatar id={call.peer} name={call.name} src={call.avatar} size={128} />
      </span>
      <p className={styles.name} dir="auto" aria-hidden="true">
        {call.name}
      </p>
      <p className={styles.endText}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        {endText(t, call)}
      </p>
      {call.talkSec > 0 && (
        <p className={styles.state}>{t('call.duration', { time: clockText(call.talkSec) })}</p>
      )}
      {denied && call.problem !== 'missing' && <p className={styles.hint}>{t('call.deniedHint')}</p>}
      <div className={styles.ways}>
        {!ways.absent && (
          <Button
            kind="primary"
            icon={
              call.video ? <Video size={20} strokeWidth={1.75} /> : <Phone size={20} strokeWidth={1.75} />
            }
            onClick={() => ways.begin(call.video)}
          >
            {t(call.caller ? 'call.again' : 'call.back')}
          </Button>
        )}
        {denied && <CheckButton />}
        <Button className={styles.plain} onClick={back}>
          {t('call.close')}
        </Button>
      </div>
    </div>
  );
}
