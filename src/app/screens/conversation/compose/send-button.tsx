import { ArrowUp, CalendarClock, Check } from 'lucide-react';
import type { PointerEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAppSetting } from '../../../kit/app-setting.ts';
import { IconButton } from '../../../kit/button.tsx';
import { cx } from '../../../kit/class-names.ts';
import { menuPlaceOf } from '../../../kit/menu.tsx';
import { useLongPress } from '../../../kit/use-long-press.ts';
import { useWide } from '../../../kit/use-media.ts';
import { useScheduling } from '../later/use-time-choice.tsx';
import type { VoiceRecorder } from '../voice/use-recorder.ts';
import type { ChatPartner } from '../who.ts';
import styles from './composer.module.css';
import type { Editor } from './use-editor.ts';

/**
 * Sends text or a recording, also a running one (REC-8), or saves an edit. A right click, a long press, or
 * the clock beside it schedules the text (LATER-6).
 */
export function SendButton({
  contact,
  editor,
  recorder,
}: {
  readonly contact: ChatPartner;
  readonly editor: Editor;
  readonly recorder: VoiceRecorder;
}) {
  const { t } = useTranslation();
  const { enterSends } = useAppSetting();
  const wide = useWide();
  const speaks = recorder.stage === 'preview' || recorder.stage === 'recording';
  const saves = editor.leaveEdit !== null;
  const puts = editor.isSendable && !saves && !speaks && !contact.thread;
  const { schedule, layer } = useScheduling(
    contact.id,
    puts ? { draft: editor.readDraft(), empty: editor.empty } : null,
  );
  const press = useLongPress((at) => schedule?.(at));
  return (
    <>
      {wide && schedule && (
        <IconButton
          className={styles.tool}
          label={t('later.schedule')}
          aria-haspopup="menu"
          onClick={(event) => schedule(event.currentTarget)}
        >
          <CalendarClock size={22} strokeWidth={1.75} />
        </IconButton>
      )}
      <button
        type="button"
        className={cx(styles.send, styles.sendShown)}
        aria-label={t(saves ? 'chat.saveEdit' : 'chat.send')}
        title={t(enterSends ? 'chat.newLineHint' : 'chat.ctrlHint')}
        disabled={!editor.isSendable && !speaks}
        {...press.handlers}
        onPointerDown={(event: PointerEvent) => {
          // On a phone the keyboard must stay open: the box keeps the focus.
          event.preventDefault();
          press.handlers.onPointerDown(event);
        }}
        onClickCapture={(event) => press.swallow() && event.stopPropagation()}
        onClick={speaks ? recorder.sendNow : editor.send}
        onContextMenu={(event) => {
          event.preventDefault();
          schedule?.(menuPlaceOf(event));
        }}
      >
        {saves ? (
          <Check size={20} strokeWidth={2.25} aria-hidden="true" />
        ) : (
          <ArrowUp size={20} strokeWidth={2.25} aria-hidden="true" />
        )}
      </button>
      {layer}
    </>
  );
}
