import { Phone, PhoneOff, Video } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { CallView } from '../../../client/interface/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { IconButton } from '../../kit/button.tsx';
import { useClient } from '../../shared/client-context.ts';
import { ASKS, stageNews, stageText } from './call-words.ts';
import styles from './floating.module.css';
import { useAnswer } from './use-allowed.ts';

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
  const asks = ASKS[call.stage === 'returning' ? 'returning' : 'ringing'];
  const card = useRef<HTMLDivElement>(null);
  const [title, words] = [useId(), useId()];
  useEffect(() => {
    const before = document.activeElement;
    if (isWriting(before)) return undefined;
    const mine = card.current;
    mine?.focus({ preventScroll: true });
    return () => {
      const lost =
        document.activeElement === null ||
        document.activeElement === document.body ||
        (mine?.contains(document.activeElement) ?? false);
      if (lost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
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
      <IconButton className={styles.refuse} label={t(asks.no)} onClick={() => actions.hangUp()}>
        <PhoneOff {...icon} />
      </IconButton>
      <IconButton className={styles.accept} label={t(asks.yes)} onClick={() => answer(call)}>
        {call.video ? <Video {...icon} /> : <Phone {...icon} />}
      </IconButton>
    </div>
  );
}

const isWriting = (element: Element | null): boolean =>
  element !== null &&
  element.matches('input, textarea, select, [contenteditable="true"], [contenteditable="plaintext-only"]');
