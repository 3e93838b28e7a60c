import {
  EmojiPicker,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
} from 'frimousse';
import { Plus } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from '../../../kit/navigation.ts';
import type { Emoji } from '../../../../client/interface/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient } from '../../../shared/client-context.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { failureText } from '../../../shared/failure-text.ts';
import { Button } from '../../../kit/button.tsx';
import { SegmentedTabs } from '../../../kit/segmented-tabs.tsx';
import { Spinner } from '../../../kit/spinner.tsx';
import { cx } from '../../../kit/class-names.ts';
import { useTouch } from '../../../kit/use-media.ts';
import { useOnTop } from '../../../kit/use-on-top.ts';
import { useLoad } from '../../../shared/use-load.ts';
import styles from './emoji-panel.module.css';
import { canDraw } from '../../../platform/drawable-emoji.ts';
import { attachLimits } from '../../../platform/limits.ts';
import { readOwn, writeOwn } from '../../../platform/settings.ts';
import { PATHS } from '../../../paths/paths.ts';
import { Photo } from '../../../kit/photo.tsx';

const KEY = 'emoji-recent';

/** Emoji used lately on this device, newest first. */
export function recentEmoji(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readOwn(KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((one) => typeof one === 'string').slice(0, attachLimits.recentEmojiMax)
      : [];
  } catch {
    return [];
  }
}

export function rememberEmoji(emoji: string): void {
  writeOwn(
    KEY,
    JSON.stringify(
      [emoji, ...recentEmoji().filter((one) => one !== emoji)].slice(0, attachLimits.recentEmojiMax),
    ),
  );
}

type Tab = 'standard' | 'favourites';

/** Standard emoji are inserted into the text; a custom one is sent at once. */
export default function EmojiPanel({
  onSign,
  onSticker,
  onClose,
  place = 'composer',
}: {
  /** Above the message box, or inside of something that floats. */
  readonly place?: 'composer' | 'over';
  readonly onSign: (sign: string) => void;
  readonly onSticker: (emoji: Emoji) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<Tab>('standard');
  const panel = useRef<HTMLDivElement>(null);
  useOnTop(true, onClose);
  useKeyboard(panel);
  useEffect(() => {
    const away = (event: PointerEvent) => {
      if (
        event.target instanceof Element &&
        !panel.current?.contains(event.target) &&
        event.target.closest('[data-composer]') === null
      )
        onClose();
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('pointerdown', away);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('keydown', escape);
    };
  }, [onClose]);
  return (
    <div
      ref={panel}
      className={cx(styles.panel, place === 'over' && styles.over)}
      role="dialog"
      aria-label={t('emoji.panel')}
      tabIndex={-1}
    >
      <div className={styles.tabs}>
        <SegmentedTabs
          block
          label={t('emoji.panel')}
          value={tab}
          onChange={setTab}
          items={[
            { key: 'standard', label: t('emoji.standard') },
            { key: 'favourites', label: t('emoji.favourites') },
          ]}
        />
      </div>
      <div className={styles.body} role="tabpanel" aria-label={t(`emoji.${tab}`)}>
        {tab === 'standard' ? <Standard onSign={onSign} /> : <Favourites onSticker={onSticker} />}
      </div>
    </div>
  );
}

/**
 * Takes the focus when opened: to the search field, or on a phone, where the keyboard would cover it, to the
 * panel itself. Restores it when closed.
 */
function useKeyboard(panel: RefObject<HTMLElement | null>): void {
  const touch = useTouch();
  useLayoutEffect(() => {
    const [mine, before] = [panel.current, document.activeElement];
    const first = touch ? null : mine?.querySelector('input');
    (first ?? mine)?.focus({ preventScroll: true });
    return () => {
      const isMissing =
        mine?.contains(document.activeElement) === true || document.activeElement === document.body;
      if (isMissing && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [panel, touch]);
}

function Standard({ onSign }: { readonly onSign: (sign: string) => void }) {
  const { t, language } = useTranslation();
  const [recent] = useState(() => recentEmoji().filter(canDraw));
  const pick = (sign: string) => {
    // Arrow keys also reach the places of those that are not shown.
    if (!canDraw(sign)) return;
    rememberEmoji(sign);
    onSign(sign);
  };
  return (
    <EmojiPicker.Root
      className={styles.root}
      columns={8}
      emojibaseUrl="/emoji"
      locale={language === 'en' ? 'en' : 'zh'}
      onEmojiSelect={({ emoji }) => pick(emoji)}
    >
      <EmojiPicker.Search
        className={styles.search}
        placeholder={t('emoji.searchOne')}
        aria-label={t('emoji.searchOne')}
      />
      {recent.length > 0 && (
        <div className={styles.recent} role="group" aria-label={t('emoji.recent')}>
          {recent.slice(0, 8).map((sign) => (
            <button key={sign} type="button" className={styles.sign} onClick={() => pick(sign)}>
              {sign}
            </button>
          ))}
        </div>
      )}
      <EmojiPicker.Viewport className={styles.viewport}>
        <EmojiPicker.Loading className={styles.wait}>
          <Spinner size={24} />
        </EmojiPicker.Loading>
        <EmojiPicker.Empty className={styles.wait}>{t('emoji.none')}</EmojiPicker.Empty>
        <EmojiPicker.List components={PARTS} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}

const oneMore = (index: number | undefined): number | undefined =>
  index === undefined ? undefined : Math.max(1, index + 1);

const PARTS = {
  CategoryHeader: ({ category, ...props }: EmojiPickerListCategoryHeaderProps) => (
    <div className={styles.category} {...props}>
      {category.label}
    </div>
  ),
  // Counted from 0 by the picker, from 1 by the standard.
  Row: ({ children, ...props }: EmojiPickerListRowProps) => (
    <div className={styles.row} {...props} aria-rowindex={oneMore(props['aria-rowindex'])}>
      {children}
    </div>
  ),
  Emoji: ({ emoji, ...props }: EmojiPickerListEmojiProps) =>
    canDraw(emoji.emoji) && (
      <button
        type="button"
        className={styles.sign}
        {...props}
        aria-colindex={oneMore(props['aria-colindex'])}
      >
        {emoji.emoji}
      </button>
    ),
};

function Favourites({ onSticker }: { readonly onSticker: (emoji: Emoji) => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const mine = useLoad('emoji', () => actions.emojis());
  if (mine.state === 'failed' && mine.value === null)
    return (
      <EmptyBlock
        kind="network"
        text={failureText(t, mine.failure)}
        action={<Button onClick={mine.reload}>{t('common.retry')}</Button>}
      />
    );
  return (
    <ul className={styles.grid}>
      <li>
        <Link
          className={styles.add}
          to={PATHS.emoji}
          aria-label={t('emoji.addOne')}
          title={t('emoji.addOne')}
        >
          <Plus size={24} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      </li>
      {(mine.value ?? []).map((one) => (
        <li key={one.id}>
          <button
            type="button"
            className={styles.sticker}
            aria-label={one.name || t('msg.emoji')}
            title={one.name}
            onClick={() => onSticker(one)}
          >
            <Photo src={one.src} alt="" loading="lazy" />
          </button>
        </li>
      ))}
    </ul>
  );
}
