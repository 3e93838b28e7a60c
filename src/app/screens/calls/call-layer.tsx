import '../../kit/page-tokens.css';
import { useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useNavigate } from '../../kit/navigation.ts';
import type { CallView, DeviceNews, MediaView } from '../../../client/interface/calls.ts';
import { busyNow } from '../../../client/state/preferences.ts';
import { personContact } from '../../../domain/ids.ts';
import { callTag } from '../../../domain/notification.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { appSetting } from '../../kit/app-setting.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useToasts } from '../../kit/toaster.tsx';
import { notify } from '../../shared/notify.ts';
import { useBeginCall } from '../../shared/use-begin-call.tsx';
import { closeRinging } from '../../platform/notifications.ts';
import { onDevicesChanged } from '../../platform/call-devices.ts';
import { pauseForCall } from '../../platform/player.ts';
import { playOn, playTone, shake } from '../../platform/ring.ts';
import type { ToneName } from '../../platform/tones.ts';
import { keepAwake } from '../../platform/wake-lock.ts';
import { endsOnPage, leavesPage } from './call-path.ts';
import { ASKS, deviceNewsText, endText, stageNews, stageText } from './call-words.ts';
import { FloatingCall } from './floating-call.tsx';
import { OverSheets } from './over-sheets.tsx';
import { mediaStreamOf } from '../../../client/browser/media/media-views.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { setPictureSource } from '../../platform/small-picture.ts';
import styles from './floating.module.css';
import { useDeviceChoice } from './use-choices.ts';
import { Phone, PhoneOff, Video } from 'lucide-react';
import { Avatar } from '../../kit/avatar.tsx';
import { useAnswer } from './use-allowed.ts';
import { PATHS, pathTo } from '../../paths/paths.ts';

const icon = { size: 22, strokeWidth: 1.75 } as const;

/**
 * An incoming call while another page is open, or a talk that was interrupted by a reload (CALLUI-20). The
 * card takes the focus, so that one Tab reaches an answer, but not while the user types: their next Enter
 * belongs to the text.
 */
export function RingingCard({ call }: { readonly call: CallView }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const answer = useAnswer();
  const texts = ASKS[call.stage === 'returning' ? 'returning' : 'ringing'];
  const card = useRef<HTMLDivElement>(null);
  const [title, words] = [useId(), useId()];
  useEffect(() => {
    if (!isWriting(document.activeElement)) card.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={card}
      data-over
      className={styles.card}
      role="alertdialog"
      aria-labelledby={title}
      aria-describedby={words}
      tabIndex={-1}
    >
      <Avatar id={call.peer} name={call.name} src={call.avatar} size={48} />
      <div className={styles.words}>
        <p id={title} className={styles.name} dir="auto" title={call.name}>
          {call.name}
        </p>
        <p id={words} className={styles.what} aria-label={stageNews(t, call)}>
          {stageText(t, call)}
        </p>
      </div>
      <IconButton className={styles.refuse} label={t(texts.no)} onClick={() => actions.hangUp()}>
        <PhoneOff {...icon} />
      </IconButton>
      <IconButton className={styles.accept} label={t(texts.yes)} onClick={() => answer(call)}>
        {call.video ? <Video {...icon} /> : <Phone {...icon} />}
      </IconButton>
    </div>
  );
}

const isWriting = (element: Element | null): boolean =>
  element !== null &&
  element.matches('input, textarea, select, [contenteditable="true"], [contenteditable="plaintext-only"]');

/** The parts of a call on every page: tones, announcements, the wake lock, and the floating window. */
export default function CallLayer({ call }: { readonly call: CallView }) {
  const { pathname } = useLocation();
  const onPage = pathname === PATHS.call;
  useTones(call);
  useNews(call, onPage);
  const talks = call.stage === 'talking' || call.stage === 'reconnecting' || call.stage === 'connecting';
  const isAsking = call.stage === 'ringing' || call.stage === 'returning';
  useEffect(() => (talks ? keepAwake() : undefined), [talks]);
  return (
    <>
      {call.remote.view !== null && call.stage !== 'ended' && <RemoteSound view={call.remote.view} />}
      {!onPage && isAsking && (
        <OverSheets>
          <RingingCard key={call.stage} call={call} />
        </OverSheets>
      )}
      {!onPage && call.minimised && !isAsking && call.stage !== 'ended' && (
        <OverSheets>
          <FloatingCall call={call} />
        </OverSheets>
      )}
    </>
  );
}

function useTones(call: CallView): void {
  const isBusy = useStore(busyNow);
  const tone = call.stage === 'ringing' && isBusy ? null : toneOf(call);
  const shakes = call.stage === 'ringing' && !isBusy;
  useEffect(pauseForCall, [call.id]);
  useEffect(() => {
    // The user's settings decide about ringing; other tones belong to the call.
    if (tone === null || (tone === 'incoming' && !appSetting().voiceStatus)) return undefined;
    const stop = playTone(tone);
    // The last tones end automatically, even if the call is closed before.
    return tone === 'end' || tone === 'busy' ? undefined : stop;
  }, [tone]);
  useEffect(() => (shakes && appSetting().vibrateStatus ? shake() : undefined), [shakes]);
}

function toneOf({ stage, end, caller }: CallView): ToneName | null {
  if (stage === 'ringing') return 'incoming';
  if (stage === 'calling') return 'outgoing';
  if (stage !== 'ended') return null;
  switch (end) {
    case 'busy':
    case 'offline':
    case 'noAnswer':
      return 'busy';
    case 'elsewhere':
    case 'deviceDenied':
    case 'missed':
      return null;
    case 'refused':
      return caller ? 'busy' : null;
    default:
      return 'end';
  }
}

/** Announces each stage to screen readers; shows it to all users if no page of the call does. */
function useNews(call: CallView, onPage: boolean): void {
  const { t } = useTranslation();
  const { actions, store } = useClient();
  const toasts = useToasts();
  const navigate = useNavigate();
  const ways = useBeginCall(personContact(call.peer), call.name, call.avatar);
  // Once for each stage of each call.
  const tell = useEffectEvent((_call: string, _stage: CallView['stage']) => {
    if (call.stage === 'ended' && leavesPage(call) === 'atOnce') {
      if (!onPage) actions.closeCall();
      return;
    }
    toasts.say(stageNews(t, call));
    const chat = personContact(call.peer);
    const notifyOf = (kind: 'call' | 'missed', words: string, open: () => void) =>
      notify(t, { ...factsOf(call), kind, words }, open);
    if (call.stage === 'ringing' && !busyNow(store.get()))
      notifyOf('call', stageNews(t, call), () => undefined);
    if (call.end === 'missed')
      notifyOf('missed', t('call.missed'), () => void navigate(pathTo('chat', { id: chat })));
    if (call.stage !== 'ended' || onPage || endsOnPage(call)) return;
    const back = { label: t('call.back'), onSelect: () => ways.begin(call.video) };
    if (call.end === 'missed')
      toasts.show(t('call.missedFrom', { name: call.name }), ways.absent ? {} : { action: back });
    else toasts.show(endText(t, call));
    actions.closeCall();
  });
  useEffect(() => tell(call.id, call.stage), [call.id, call.stage]);
  const rings = call.stage === 'ringing';
  // Answered here or elsewhere, or over: its notification closes.
  useEffect(() => (rings ? () => void closeRinging(call.id) : undefined), [call.id, rings]);
  const { deviceNews } = call;
  const tellDevice = useEffectEvent((news: DeviceNews) => toasts.show(deviceNewsText(t, news)));
  useEffect(() => {
    if (deviceNews !== null) tellDevice(deviceNews);
  }, [deviceNews]);
  const poor = call.quality === 'poor';
  const tellPoor = useEffectEvent(() => toasts.say(t('call.quality.poor')));
  useEffect(() => (poor ? tellPoor() : undefined), [poor]);
}

const factsOf = ({ id, peer, name }: CallView) => ({
  tag: callTag(id),
  contact: personContact(peer),
  sender: name,
  group: null,
  // The chat already lists the call.
  timeMs: 0,
  id,
});

/** Plays the partner's sound on any page. A browser may require a press before a page may play sound. */
function RemoteSound({ view }: { readonly view: MediaView }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [silent, setSilent] = useState(false);
  const { output } = useDeviceChoice();
  const stream = mediaStreamOf(view);
  const play = useCallback(() => {
    video.current?.play().then(
      () => setSilent(false),
      (error: unknown) => setSilent(error instanceof DOMException && error.name === 'NotAllowedError'),
    );
  }, []);
  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    element.srcObject = stream;
    setPictureSource(element);
    play();
    return () => {
      setPictureSource(null);
      element.srcObject = null;
    };
  }, [stream, play]);
  useEffect(() => {
    const route = () => video.current !== null && void playOn(video.current, output);
    route();
    // The chosen one may be unplugged, or come back.
    return onDevicesChanged(route);
  }, [output]);
  return (
    <>
      <video ref={video} className={styles.sound} playsInline aria-hidden="true" tabIndex={-1} />
      {silent && (
        <Button kind="primary" className={styles.hear} onClick={play}>
          {t('call.silent')}
        </Button>
      )}
    </>
  );
}
