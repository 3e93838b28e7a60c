import {
  defaultEmojiDataResolver,
  type EmojiData,
  EmojiPicker,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
} from 'frimousse';
import { Plus } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from '../../kit/navigation.ts';
import type { Emoji } from '../../../client/interface/files.ts';
import { emojiLocale } from '../../platform/emoji-names.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { failureText } from '../failure-text.ts';
import { Button } from '../../kit/button.tsx';
import { SegmentedTabs } from '../../kit/segmented-tabs.tsx';
import { Spinner } from '../../kit/spinner.tsx';
import { cx } from '../../kit/class-names.ts';
import { useTouch } from '../../kit/use-media.ts';
import { useOnTop } from '../../kit/use-on-top.ts';
import { useLoad } from '../use-load.ts';
import { useServerEmoji } from './server-emoji.ts';
import { Categories, withGroupNames } from './categories.tsx';
import styles from './emoji-panel.module.css';
import { canDraw } from '../../platform/drawable-emoji.ts';
import { whenIdle } from '../../platform/time.ts';
import { attachLimits } from '../../platform/limits.ts';
import { readOwn, writeOwn } from '../../platform/settings.ts';
import { PATHS } from '../../paths/paths.ts';
import { Photo } from '../../kit/photo.tsx';

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

type Tab = 'standard' | 'favourites' | 'server';

/** An emoji of the server. */
type Picked = Pick<Emoji, 'name' | 'src'>;

/** Standard emoji are inserted into the text; a custom one is sent at once. */
export default function EmojiPanel({
  onSign,
  onSticker,
  onNamed,
  onClose,
  place = 'composer',
}: {
  /** Above the message box, or inside of something that floats. */
  readonly place?: 'composer' | 'over';
  readonly onSign: (sign: string) => void;
  /** Absent: only standard emoji are offered. */
  readonly onSticker?: (emoji: Emoji) => void;
  /** Present with the other. */
  readonly onNamed?: (emoji: Picked) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const named = useServerEmoji(onNamed !== undefined);
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
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onClose();
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
      {onSticker && (
        <div className={styles.tabs}>
          <SegmentedTabs
            block
            label={t('emoji.panel')}
            value={tab}
            onChange={setTab}
            items={[
              { key: 'standard', label: t('emoji.standard') },
              { key: 'favourites', label: t('emoji.favourites') },
              ...(named.size > 0 ? [{ key: 'server' as const, label: t('emoji.server') }] : []),
            ]}
          />
        </div>
      )}
      <div className={styles.body} role="tabpanel" aria-label={t(`emoji.${tab}`)}>
        {onSticker && tab === 'favourites' ? (
          <Favourites onSticker={onSticker} />
        ) : onNamed && tab === 'server' ? (
          <Named all={named} onNamed={onNamed} />
        ) : (
          <Standard onSign={onSign} />
        )}
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

const read = new Map<string, Promise<EmojiData>>();

/** All emoji in this language, read once; a failed request is repeated. */
function emojiOf(language: string): Promise<EmojiData> {
  const locale = emojiLocale(language);
  const coming =
    read.get(locale) ?? Promise.resolve(defaultEmojiDataResolver(locale, { emojibaseUrl: '/emoji' }));
  read.set(locale, coming);
  coming.catch(() => read.delete(locale));
  return coming;
}

/** The emoji in view when the panel opens, and how many are measured in one go. */
const [FIRST_EMOJI, MEASURED_EMOJI] = [80, 8];

/** Loads the emoji of the language. Measures those shown first in small steps, as all at once take 100 ms. */
export async function prepareEmoji(language: string): Promise<void> {
  const { emojis } = await emojiOf(language);
  const first = [...recentEmoji(), ...emojis.slice(0, FIRST_EMOJI).map(({ emoji }) => emoji)];
  const measure = (from: number): void => {
    first.slice(from, from + MEASURED_EMOJI).forEach(canDraw);
    if (from < first.length) whenIdle(() => measure(from + MEASURED_EMOJI));
  };
  measure(0);
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
      resolveEmojiData={() => emojiOf(language).then((data) => withGroupNames(data, t))}
      locale={emojiLocale(language)}
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
      <Categories />
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

function Named({
  all,
  onNamed,
}: {
  readonly all: ReadonlyMap<string, string>;
  readonly onNamed: (emoji: Picked) => void;
}) {
  return (
    <ul className={styles.names}>
      {[...all].map(([name, src]) => (
        <li key={name}>
          <button
            type="button"
            className={styles.named}
            aria-label={`:${name}:`}
            title={`:${name}:`}
            onClick={() => onNamed({ name, src })}
          >
            <Photo still src={src} alt="" loading="lazy" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Favourites({ onSticker }: { readonly onSticker: (emoji: Emoji) => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const mine = useLoad('emoji', () => actions.emojis());
  const packs = useLoad('packs', () => actions.packs());
  if (mine.state === 'failed' && mine.value === null)
    return (
      <EmptyBlock
        kind="network"
        text={failureText(t, mine.failure)}
        action={<Button onClick={mine.reload}>{t('common.retry')}</Button>}
      />
    );
  return (
    <div className={styles.stickers}>
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
          <StickerButton key={one.id} one={one} onSticker={onSticker} />
        ))}
      </ul>
      {(packs.value ?? []).map(({ id, title, stickers }) => (
        <section key={id} aria-label={title}>
          <h3 className={styles.packTitle} dir="auto">
            {title}
          </h3>
          <ul className={styles.grid}>
            {stickers.map((one) => (
              <StickerButton key={one.id} one={one} onSticker={onSticker} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function StickerButton({
  one,
  onSticker,
}: {
  readonly one: Emoji;
  readonly onSticker: (emoji: Emoji) => void;
}) {
  const { t } = useTranslation();
  return (
    <li>
      <button
        type="button"
        className={styles.sticker}
        aria-label={one.name || t('msg.emoji')}
        title={one.name}
        onClick={() => onSticker(one)}
      >
        <Photo still src={one.src} alt="" loading="lazy" />
      </button>
    </li>
  );
}
