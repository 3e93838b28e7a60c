import { Maximize2, Move, Mic, MicOff, PhoneOff } from 'lucide-react';
import { useRef } from 'react';
import { useNavigate } from '../../kit/navigation.ts';
import type { CallView } from '../../../client/interface/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { IconButton } from '../../kit/button.tsx';
import { cx } from '../../kit/class-names.ts';
import { useClient } from '../../shared/client-context.ts';
import { callPath } from './call-path.ts';
import styles from './floating.module.css';
import { Stream } from './stream.tsx';
import { TalkTime } from './talk-time.tsx';
import { useFloat } from './use-float.ts';

const icon = { size: 20, strokeWidth: 1.75 } as const;

/** The minimised call above any open page. The user drags it, or moves it with the arrow keys on its grip. */
export function FloatingCall({ call }: { readonly call: CallView }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const navigate = useNavigate();
  const frame = useRef<HTMLElement>(null);
  const float = useFloat(frame);
  const { local, remote } = call;
  const view = remote.camera ? remote.view : null;
  const expand = () => void navigate(callPath(call));
  return (
    <section
      ref={frame}
      className={styles.float}
      style={{ transform: `translate(${float.place.x}px, ${float.place.y}px)` }}
      aria-label={t('call.with', { name: call.name })}
      onPointerDown={float.onPointerDown}
      onClickCapture={(event) => float.swallow(event) && event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() === 'm' && !event.ctrlKey && !event.metaKey && !event.altKey)
          actions.setMicrophone(!local.microphone);
      }}
    >
      {view !== null && (
        <button
          type="button"
          className={styles.picture}
          aria-label={t('call.expand')}
          onClick={expand}
          tabIndex={-1}
        >
          <Stream view={view} mine={false} label={t('call.theirPicture', { name: call.name })} />
        </button>
      )}
      <div className={styles.foot}>
        {view === null && <Avatar id={call.peer} name={call.name} src={call.avatar} size={36} />}
        <div className={styles.words}>
          <p className={styles.name} dir="auto" title={call.name}>
            {call.name}
          </p>
          <TalkTime call={call} className={styles.what} />
        </div>
      </div>
      <div className={styles.buttons}>
        <IconButton className={cx(styles.tool, styles.grip)} label={t('call.move')} onKeyDown={float.onKey}>
          <Move {...icon} />
        </IconButton>
        <IconButton className={styles.tool} label={t('call.expand')} onClick={expand}>
          <Maximize2 {...icon} />
        </IconButton>
        <IconButton
          className={styles.tool}
          label={t(local.microphone ? 'call.micOff' : 'call.micOn')}
          aria-keyshortcuts="M"
          disabled={local.view === null}
          onClick={() => actions.setMicrophone(!local.microphone)}
        >
          {local.microphone ? <Mic {...icon} /> : <MicOff {...icon} />}
        </IconButton>
        <IconButton className={styles.refuse} label={t('call.hangUp')} onClick={() => actions.hangUp()}>
          <PhoneOff {...icon} />
        </IconButton>
      </div>
    </section>
  );
}
