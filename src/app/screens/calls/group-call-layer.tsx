import '../../kit/page-tokens.css';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { MediaView } from '../../../client/interface/calls.ts';
import type { GroupCallView } from '../../../client/interface/group-calls.ts';
import { contactView } from '../../../client/state/contact-view.ts';
import { mediaStreamOf } from '../../../client/browser/media/media-views.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Button } from '../../kit/button.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { PATHS, pathTo } from '../../paths/paths.ts';
import { onDevicesChanged } from '../../platform/call-devices.ts';
import { pauseForCall } from '../../platform/player.ts';
import { playOn } from '../../platform/ring.ts';
import { keepAwake } from '../../platform/wake-lock.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { contactName } from '../../shared/contact-name.ts';
import { deviceNewsText } from './call-words.ts';
import { FloatingWindow } from './floating-call.tsx';
import floating from './floating.module.css';
import { OverSheets } from './over-sheets.tsx';
import { useDeviceChoice } from './use-choices.ts';
import { Duration } from './group-call-time.tsx';
import { groupEndText } from './group-call-words.ts';

const MUTE_REQUEST_MS = 15_000;

/** The parts of a group call on every page: the voices, announcements, the wake lock, the small window. */
export default function GroupCallLayer({ call }: { readonly call: GroupCallView }) {
  const { pathname } = useLocation();
  const isOnPage = pathname === PATHS.call;
  const isOver = call.stage === 'ended';
  useNews(call, isOnPage);
  useEffect(pauseForCall, []);
  useEffect(() => (isOver ? undefined : keepAwake()), [isOver]);
  if (isOver) return null;
  return (
    <>
      <Voices call={call} />
      {!isOnPage && (
        <OverSheets>
          <SmallCall call={call} />
        </OverSheets>
      )}
    </>
  );
}

/** The call above another page: who speaks, or whose screen is shared, is its picture. */
function SmallCall({ call }: { readonly call: GroupCallView }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const contact = useStore((state) => contactView(state, call.group));
  const name = contact === undefined ? '' : contactName(t, contact);
  const withPicture = call.others.filter(({ remote }) => remote.camera || remote.sharing);
  const shown =
    withPicture.find(({ remote }) => remote.sharing) ??
    withPicture.find(({ device }) => device === call.speaker) ??
    withPicture[0];
  return (
    <FloatingWindow
      label={t('gcall.with', { name })}
      name={name}
      face={<Avatar id={call.group} name={name} src={contact?.avatar ?? ''} size={36} />}
      time={<Duration call={call} className={floating.what} />}
      picture={shown?.remote.view ?? null}
      pictureLabel={t('call.theirPicture', { name: shown?.name ?? '' })}
      local={call.local}
      path={pathTo('call', { group: call.group })}
      endLabel={t('gcall.leave')}
      onEnd={() => actions.leaveGroupCall()}
    />
  );
}

/** Announces people who join or leave, raised hands, and the end, also on other pages. */
function useNews(call: GroupCallView, isOnPage: boolean): void {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const before = useRef(call.others);
  const compare = useEffectEvent((others: GroupCallView['others']) => {
    const was = before.current;
    before.current = others;
    if (call.stage !== 'inCall') return;
    for (const { device, name, isHandRaised } of others) {
      const earlier = was.find((one) => one.device === device);
      if (earlier === undefined) toasts.say(t('gcall.cameInto', { name }));
      else if (isHandRaised && !earlier.isHandRaised) toasts.show(t('gcall.handOf', { name }));
    }
    for (const { device, name } of was)
      if (others.every((one) => one.device !== device)) toasts.say(t('gcall.wentFrom', { name }));
  });
  useEffect(() => compare(call.others), [call.others]);
  const reacted = useRef(call.reactions);
  const sayReactions = useEffectEvent((reactions: GroupCallView['reactions']) => {
    const was = reacted.current;
    reacted.current = reactions;
    for (const { device, name } of call.others) {
      const emoji = reactions.get(device);
      if (emoji !== undefined && emoji !== was.get(device))
        toasts.say(t('gcall.reactionOf', { name, emoji }));
    }
  });
  useEffect(() => sayReactions(call.reactions), [call.reactions]);
  const speaker = call.others.find(({ device }) => device === call.speaker)?.name ?? null;
  const saySpeaker = useEffectEvent((name: string) => toasts.say(t('gcall.speaking', { name })));
  useEffect(() => {
    if (speaker !== null) saySpeaker(speaker);
  }, [speaker]);
  const askMute = useEffectEvent(() => {
    if (!call.local.microphone) return;
    const mute = { label: t('gcall.mute'), onSelect: () => actions.setMicrophone(false) };
    toasts.show(t('gcall.muteRequest'), { ms: MUTE_REQUEST_MS, action: mute });
  });
  useEffect(() => {
    if (call.muteRequests > 0) askMute();
  }, [call.muteRequests]);
  const { deviceNews } = call;
  const tellDevice = useEffectEvent((news: NonNullable<typeof deviceNews>) =>
    toasts.show(deviceNewsText(t, news)),
  );
  useEffect(() => {
    if (deviceNews !== null) tellDevice(deviceNews);
  }, [deviceNews]);
  const isOver = call.stage === 'ended';
  const end = useEffectEvent(() => {
    if (isOnPage) return;
    if (call.end !== 'left') toasts.show(groupEndText(t, call));
    actions.closeGroupCall();
  });
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
}

/** Plays all others on any page. A browser may require a press before a page may play sound. */
function Voices({ call }: { readonly call: GroupCallView }) {
  const { t } = useTranslation();
  const [turn, setTurn] = useState(0);
  const [silent, setSilent] = useState(false);
  const onRefused = useCallback(() => setSilent(true), []);
  return (
    <>
      {call.others.map(({ device, remote, volume }) =>
        remote.view === null ? null : (
          <Voice key={`${device} ${turn}`} view={remote.view} volume={volume} onRefused={onRefused} />
        ),
      )}
      {silent && (
        <Button
          kind="primary"
          className={floating.hear}
          onClick={() => {
            setSilent(false);
            setTurn((n) => n + 1);
          }}
        >
          {t('call.silent')}
        </Button>
      )}
    </>
  );
}

function Voice({
  view,
  volume,
  onRefused,
}: {
  readonly view: MediaView;
  readonly volume: number;
  readonly onRefused: () => void;
}) {
  const audio = useRef<HTMLAudioElement>(null);
  const { output } = useDeviceChoice();
  const stream = mediaStreamOf(view);
  useEffect(() => {
    const element = audio.current;
    if (element === null) return undefined;
    element.srcObject = stream;
    element.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') onRefused();
    });
    return () => {
      element.srcObject = null;
    };
  }, [stream, onRefused]);
  useEffect(() => {
    if (audio.current !== null) audio.current.volume = volume;
  }, [volume]);
  useEffect(() => {
    const route = () => audio.current !== null && void playOn(audio.current, output);
    route();
    // The chosen one may be unplugged, or come back.
    return onDevicesChanged(route);
  }, [output]);
  return <audio ref={audio} aria-hidden="true" />;
}
