import { Hand, MessageCircle, Minimize2, PhoneOff, SlidersHorizontal, SmilePlus } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { GroupCallView } from '../../../client/interface/group-calls.ts';
import { groupCallSizes } from '../../../domain/group-call-sizes.ts';
import { QUICK_REACTIONS } from '../../../domain/reactions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button, IconButton } from '../../kit/button.tsx';
import { cx } from '../../kit/class-names.ts';
import { lazyAside } from '../../kit/lazy-aside.ts';
import { useMenu } from '../../kit/menu.tsx';
import { useBack, useNavigate } from '../../kit/navigation.ts';
import { useMedia, useTouch } from '../../kit/use-media.ts';
import { useWindowKeys } from '../../kit/use-on-top.ts';
import { pathTo } from '../../paths/paths.ts';
import { useClient } from '../../shared/client-context.ts';
import { useUnreadOf } from '../../shared/use-unread.ts';
import styles from './call.module.css';
import { CheckButton } from './check-button.tsx';
import { Control } from './control.tsx';
import { MicrophoneControl, PictureControls } from './device-controls.tsx';
import { isElsewhere } from './call-screen.tsx';
import { usePushToTalk } from './use-push-to-talk.ts';
import { useCamera } from './use-allowed.ts';
import { Duration } from './group-call-time.tsx';
import { EncryptionMark, EncryptionNote } from './encryption-mark.tsx';
import { Grid } from './group-grid.tsx';
import { groupEndText } from './group-call-words.ts';

const DevicesSheet = lazyAside(() => import('./devices-sheet.tsx'));
const icon = { size: 24, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** A group call that fills its page. */
export function GroupCallScreen({ call, name }: { readonly call: GroupCallView; readonly name: string }) {
  const { t } = useTranslation();
  const isOver = call.stage === 'ended';
  useKeys(call);
  usePushToTalk(call.local, !isOver);
  return (
    <section className={styles.page} aria-label={t('gcall.with', { name })}>
      <Head call={call} name={name} />
      {isOver ? <Ended call={call} name={name} /> : <Grid call={call} />}
      {!isOver && call.stage === 'inCall' && call.others.length === 0 && (
        <p className={styles.note}>{t('gcall.alone')}</p>
      )}
      {!isOver && call.isUnitFull && (
        <p className={styles.note} role="status">
          {t('gcall.unitFull', { max: groupCallSizes.participantsMax - 1 })}
        </p>
      )}
      {!isOver && <EncryptionNote call={call} />}
      {call.stage === 'inCall' && !call.local.microphone && <Muted />}
      {!isOver && call.local.sharing && <p className={styles.note}>{t('call.sharing')}</p>}
      {!isOver && (call.stage === 'returning' ? <Return /> : <Controls call={call} />)}
    </section>
  );
}

/** A device with a keyboard has push to talk (GCALLUI-8). */
function Muted() {
  const { t } = useTranslation();
  return <p className={styles.note}>{t(useTouch() ? 'call.muted' : 'gcall.hold')}</p>;
}

/** M and V as in every call, H raises the hand; never while the user types. */
function useKeys(call: GroupCallView): void {
  const { actions } = useClient();
  const setCamera = useCamera();
  useWindowKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isElsewhere(event.target)) return;
    if (call.local.view === null || call.stage === 'ended') return;
    const key = event.key.toLowerCase();
    if (key === 'm') actions.setMicrophone(!call.local.microphone);
    if (key === 'v') void setCamera(!call.local.camera);
    if (key === 'h') actions.raiseHand(!call.isHandRaised);
  });
}

function Head({ call, name }: { readonly call: GroupCallView; readonly name: string }) {
  const { t } = useTranslation();
  const back = useBack();
  const navigate = useNavigate();
  const unread = useUnreadOf(call.group);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const isOver = call.stage === 'ended';
  return (
    <header className={styles.bar}>
      <div className={styles.barSide}>
        {!isOver && (
          <IconButton className={styles.tool} label={t('call.minimise')} onClick={back}>
            <Minimize2 size={22} strokeWidth={1.75} />
          </IconButton>
        )}
        {!isOver && <EncryptionMark call={call} />}
      </div>
      <div className={styles.barMiddle}>
        <h1 ref={title} tabIndex={-1} className={styles.barName} dir="auto" title={name}>
          {name}
        </h1>
        {!isOver && <Duration call={call} className={styles.barTime} />}
      </div>
      <div className={cx(styles.barSide, styles.barEnd)}>
        {call.stage === 'inCall' && <React call={call} />}
        {!isOver && (
          <IconButton
            className={styles.tool}
            label={t('call.chat')}
            onClick={() => void navigate(pathTo('chat', { id: call.group }))}
          >
            <MessageCircle size={22} strokeWidth={1.75} />
          </IconButton>
        )}
        {!isOver && <Badge count={unread} />}
      </div>
    </header>
  );
}

/** The quick reactions, and the hand (GCALL-29). */
function React({ call }: { readonly call: GroupCallView }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const openMenu = useMenu(() => ({
    title: t('gcall.react'),
    quick: {
      label: t('gcall.react'),
      items: QUICK_REACTIONS.map((emoji) => ({
        key: emoji,
        label: emoji,
        sign: emoji,
        isChecked: call.reactions.get(call.device) === emoji,
        onSelect: () => void actions.reactInCall(emoji),
      })),
    },
    items: [
      {
        key: 'hand',
        label: t(call.isHandRaised ? 'gcall.lower' : 'gcall.raise'),
        icon: <Hand size={20} strokeWidth={1.75} aria-hidden="true" />,
        onSelect: () => actions.raiseHand(!call.isHandRaised),
      },
    ],
  }));
  return (
    <IconButton
      className={styles.tool}
      label={t('gcall.react')}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => openMenu(currentTarget)}
    >
      <SmilePlus size={22} strokeWidth={1.75} />
    </IconButton>
  );
}

function Controls({ call }: { readonly call: GroupCallView }) {
  const { t } = useTranslation();
  const { actions, groupCalls } = useClient();
  const [choosing, setChoosing] = useState(false);
  const { local, isHandRaised } = call;
  // On an upright phone the hand is among the reactions.
  const hasRoom = useMedia('(min-width: 480px)');
  const ready = local.view !== null;
  return (
    <>
      <div className={styles.controls} role="group" aria-label={t('call.controls')}>
        <MicrophoneControl local={local} />
        <PictureControls
          local={local}
          problem={() => groupCalls.get()?.problem ?? null}
          mayShare={call.stage === 'inCall'}
        />
        {hasRoom && (
          <Control
            label={t(isHandRaised ? 'gcall.lower' : 'gcall.raise')}
            short={t('gcall.hand')}
            keys="H"
            icon={<Hand {...icon} />}
            on={isHandRaised}
            disabled={call.stage !== 'inCall'}
            onPress={() => actions.raiseHand(!isHandRaised)}
          />
        )}
        <Control
          label={t('call.devices')}
          icon={<SlidersHorizontal {...icon} />}
          disabled={!ready}
          onPress={() => setChoosing(true)}
        />
        <Control
          tone="red"
          label={t('gcall.leave')}
          short={t('gcall.leaveShort')}
          icon={<PhoneOff {...icon} />}
          onPress={() => actions.leaveGroupCall()}
        />
      </div>
      <Suspense fallback={null}>
        {choosing && <DevicesSheet local={local} onClose={() => setChoosing(false)} />}
      </Suspense>
    </>
  );
}

/** After a reload the user returns by a press. */
function Return() {
  const { t } = useTranslation();
  const { actions } = useClient();
  return (
    <div className={styles.ways}>
      <Button kind="primary" onClick={() => actions.returnToGroupCall()}>
        {t('call.return')}
      </Button>
      <Button className={styles.plain} onClick={() => actions.leaveGroupCall()}>
        {t('gcall.leave')}
      </Button>
    </div>
  );
}

function Ended({ call, name }: { readonly call: GroupCallView; readonly name: string }) {
  const { t } = useTranslation();
  const back = useBack();
  return (
    <div className={styles.face}>
      <p className={styles.name} dir="auto" aria-hidden="true">
        {name}
      </p>
      <p className={styles.endText} role="status">
        {groupEndText(t, call)}
      </p>
      {call.end === 'deviceDenied' && call.problem !== 'missing' && (
        <p className={styles.hint}>{t('call.deniedHint')}</p>
      )}
      <div className={styles.ways}>
        {call.end === 'deviceDenied' && <CheckButton />}
        <Button className={styles.plain} onClick={back}>
          {t('call.close')}
        </Button>
      </div>
    </div>
  );
}
