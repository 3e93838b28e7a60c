import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { contactView } from '../../../client/state/contact-view.ts';
import type { CallView } from '../../../client/interface/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { cx } from '../../kit/class-names.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { contactName } from '../../shared/contact-name.ts';
import { useWindowKeys } from '../../kit/use-on-top.ts';
import { CallBar } from './call-bar.tsx';
import { CallControls } from './controls.tsx';
import { MicOff, MonitorUp, Phone, PhoneMissed, PhoneOff, Video } from 'lucide-react';
import { type ContactId, personContact, type UserId } from '../../../domain/ids.ts';
import { clockText } from '../../../domain/clock-text.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Button } from '../../kit/button.tsx';
import { useBack, useNavigate } from '../../kit/navigation.ts';
import { pathTo } from '../../paths/paths.ts';
import { useBeginCall } from '../../shared/use-begin-call.tsx';
import { schedule } from '../../platform/time.ts';
import { leavesPage } from './call-path.ts';
import { endText } from './call-words.ts';
import styles from './call.module.css';
import { CheckButton } from './check-button.tsx';
import { TalkTime } from './talk-time.tsx';
import { Pictures, hasPictures } from './pictures.tsx';
import { useCamera } from './use-allowed.ts';

/** A call that fills its page. */
export function CallScreen({ call }: { readonly call: CallView }) {
  const { t } = useTranslation();
  const [bare, setBare] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  useKeys(call);
  const over = call.stage === 'ended';
  const pictures = !over && hasPictures(call);
  const hidden = bare && pictures;
  return (
    <section
      className={cx(styles.page, pictures && styles.moving, hidden && styles.bare)}
      aria-label={t('call.with', { name: call.name })}
    >
      {pictures && <Pictures call={call} bare={bare} onBare={setBare} />}
      <CallBar call={call} title={title} small={pictures} />
      {over ? <Ended key={call.id} call={call} /> : !pictures && <Face call={call} />}
      {!over && (
        <>
          <PeerState call={call} />
          {pictures && call.local.sharing && <p className={styles.note}>{t('call.sharing')}</p>}
          <CallControls call={call} />
        </>
      )}
    </section>
  );
}

/** Keys M and V work like their buttons, never while the user types. Escape never hangs up. */
function useKeys(call: CallView): void {
  const { actions } = useClient();
  const setCamera = useCamera();
  useWindowKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isElsewhere(event.target)) return;
    const key = event.key.toLowerCase();
    if (call.local.view === null || call.stage === 'ended' || call.stage === 'ringing') return;
    if (key === 'm') actions.setMicrophone(!call.local.microphone);
    if (key === 'v') void setCamera(!call.local.camera);
  });
}

/** The user types there, or acts in something above the call. */
export const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]',
  ) !== null;

/** The partner's switched-off devices: explains silence, and names a shared screen. */
function PeerState({ call: { remote, name } }: { readonly call: CallView }) {
  const { t } = useTranslation();
  if (remote.view === null || (remote.microphone && !remote.sharing)) return null;
  return (
    <p className={cx(styles.note, styles.signs)} role="status">
      {!remote.microphone && (
        <span>
          <MicOff size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('call.mutedThere', { name })}
        </span>
      )}
      {remote.sharing && (
        <span>
          <MonitorUp size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('call.sharingThere', { name })}
        </span>
      )}
    </p>
  );
}

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

/** The group whose call the other side of an ended call is in now: they added people (CALL-51). */
const useMovedCall = (peer: UserId): ContactId | null =>
  useStore(({ contacts }) => {
    for (const { id, groupCall } of contacts)
      if (groupCall?.startedBy === peer && groupCall.participants.some(({ user }) => user === peer))
        return id;
    return null;
  });

function JoinMoved({ group }: { readonly group: ContactId }) {
  const { t } = useTranslation();
  const contact = useStore((state) => contactView(state, group));
  const navigate = useNavigate();
  return (
    <Button kind="primary" onClick={() => void navigate(pathTo('call', { group }), { replace: true })}>
      {t('gcall.joinOf', { name: contact === undefined ? '' : contactName(t, contact) })}
    </Button>
  );
}

const SOON_MS = 2_500;

/** Shows how the call ended, and a button to call again. */
function Ended({ call }: { readonly call: CallView }) {
  const { t } = useTranslation();
  const back = useBack();
  const ways = useBeginCall(personContact(call.peer), call.name, call.avatar);
  const [stays, setStays] = useState(false);
  const moved = useMovedCall(call.peer);
  const leaves = moved !== null && leavesPage(call) === 'soon' ? 'read' : leavesPage(call);
  const leave = useEffectEvent(back);
  // A touch or the keyboard shows that the user reads the page: then it stays.
  const leavesAfterMs = leaves === 'atOnce' ? 0 : leaves === 'soon' && !stays ? SOON_MS : null;
  useEffect(
    () => (leavesAfterMs === null ? undefined : schedule(leavesAfterMs, () => leave())),
    [leavesAfterMs],
  );
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
        {moved !== null && <JoinMoved group={moved} />}
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
