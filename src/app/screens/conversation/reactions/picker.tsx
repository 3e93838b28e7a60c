import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Sheet } from '../../../kit/sheet.tsx';
import { useWide } from '../../../kit/use-media.ts';
import { useOnTop } from '../../../kit/use-on-top.ts';
import { VisuallyHidden } from '../../../kit/visually-hidden.tsx';
import EmojiPanel from '../../../shared/emoji/emoji-panel.tsx';
import { QuickRow } from './quick-row.tsx';
import styles from './reactions.module.css';

/** Six emoji beside the pressed element, then all of them; in a narrow window all of them in a sheet. */
export default function ReactionPicker({
  at,
  all: atOnce,
  mine,
  onSign,
  onClose,
}: {
  readonly at: Element | null;
  /** Shows all of them at once. */
  readonly all: boolean;
  readonly mine: readonly string[];
  readonly onSign: (emoji: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const wide = useWide();
  const [all, setAll] = useState(atOnce);
  useOnTop(true, onClose);
  const pick = (emoji: string) => {
    onClose();
    onSign(emoji);
  };
  const panel = (
    <EmojiPanel
      place="over"
      onSign={pick}
      onSticker={({ src }) => pick(src)}
      onNamed={({ src }) => pick(src)}
      onClose={onClose}
    />
  );
  if (!wide)
    return (
      <Sheet open onClose={onClose} title={t('react.choose')} bare>
        {panel}
      </Sheet>
    );
  return (
    <Popover.Root open modal="trap-focus" onOpenChange={(next) => !next && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          className={styles.place}
          anchor={at}
          side="top"
          align="center"
          sideOffset={6}
          collisionPadding={8}
        >
          <Popover.Popup
            data-over
            className={styles.popup}
            aria-label={t('react.choose')}
            finalFocus={() => messageOf(at)}
          >
            {all ? panel : <QuickRow focus mine={mine} onSign={pick} onMore={() => setAll(true)} />}
            {/* Keeps the focus inside, for screen readers on a touch screen. */}
            <VisuallyHidden>
              <Popover.Close tabIndex={-1}>{t('a11y.dialogClose')}</Popover.Close>
            </VisuallyHidden>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The opener may be unmounted: a menu, or a bar that exists only under the pointer. */
const messageOf = (at: Element | null): HTMLElement | null =>
  at?.closest('[data-message]')?.querySelector('article') ?? null;
