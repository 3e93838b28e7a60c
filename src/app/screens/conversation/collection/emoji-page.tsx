import { ArrowUpToLine, Check, GripVertical, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Emoji } from '../../../../client/interface/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { cx } from '../../../kit/class-names.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { failureText } from '../../../shared/failure-text.ts';
import { Page } from '../../../kit/page.tsx';
import { Spinner } from '../../../kit/spinner.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { useLoad } from '../../../shared/use-load.ts';
import { useWindowKeys } from '../../../kit/use-on-top.ts';
import { Packs } from './packs.tsx';
import styles from './emoji-page.module.css';
import { attachLimits } from '../../../platform/limits.ts';
import { fileRefusal } from '../../../../domain/media.ts';
import { pickFiles } from '../../../platform/pick-files.ts';
import { type Order, useOrder } from '../../../kit/use-order.ts';
import { Photo } from '../../../kit/photo.tsx';

const KINDS = ['jpg', 'jpeg', 'png', 'apng', 'gif', 'webp', 'avif'];
const LIMIT_MB = 2;

export interface AddEmoji {
  readonly pick: () => void;
  /** Pictures on their way. */
  readonly waiting: number;
  readonly limitMb: number;
}

/** Adds the chosen pictures as custom emoji, one after the other; rejected ones are reported and skipped. */
function useAddEmoji(onAdded: () => void): AddEmoji {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const sizeMb = useStore((state) => state.config.fileUpload.emojiMb) ?? LIMIT_MB;
  const [waiting, setWaiting] = useState(0);
  const add = async (files: readonly File[]) => {
    if (files.length > attachLimits.emojiAtOnce)
      toasts.show(t('attach.many', { n: attachLimits.emojiAtOnce }));
    const fit = files.slice(0, attachLimits.emojiAtOnce).filter((file) => {
      const problem = fileRefusal({ name: file.name, sizeBytes: file.size }, { sizeMb, fileExt: KINDS });
      if (problem !== null)
        toasts.show(
          problem === 'size'
            ? t('emoji.size', { size: sizeMb })
            : problem === 'empty'
              ? t('attach.empty')
              : t('attach.type'),
        );
      return problem === null;
    });
    setWaiting((n) => n + fit.length);
    for (const file of fit) {
      const answer = await actions.uploadEmoji({ name: file.name, body: file });
      if (!answer.ok) toasts.show(failureText(t, answer.reason));
      setWaiting((n) => n - 1);
    }
    if (fit.length > 0) onAdded();
  };
  return {
    pick: () => void pickFiles(KINDS.map((one) => `.${one}`).join(','), true).then(add),
    waiting,
    limitMb: sizeMb,
  };
}

/** `/pages/message/emoji` The user's custom emoji: add, order, delete. */
export default function EmojiPage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const mine = useLoad('emoji', () => actions.emojis());
  const all = mine.value ?? [];
  const adding = useAddEmoji(mine.reload);
  const [order, announcement] = useEmojiOrder(all, mine.reload);
  const choice = useChoice(mine.reload);
  const { organising } = choice;
  return (
    <Page
      surface
      bar={
        <TopBar
          title={t('emoji.title', { n: all.length })}
          end={
            all.length > 0 && (
              <Button small kind="quiet" onClick={organising ? choice.leave : choice.begin}>
                {t(organising ? 'common.cancel' : 'emoji.organise')}
              </Button>
            )
          }
        />
      }
      foot={organising && choice.chosen.length > 0 ? <SelectionFoot choice={choice} /> : undefined}
    >
      {mine.state === 'failed' && mine.value === null ? (
        <EmptyBlock
          fill
          kind="network"
          text={failureText(t, mine.failure)}
          action={<Button onClick={mine.reload}>{t('common.retry')}</Button>}
        />
      ) : (
        <ul className={styles.grid} aria-busy={mine.state === 'loading' || undefined}>
          {!organising && <AddTile adding={adding} />}
          {Array.from({ length: adding.waiting }, (_, at) => (
            <li key={`waiting ${at}`} className={cx(styles.tile, styles.waiting)}>
              <Spinner size={24} />
            </li>
          ))}
          {order.ids
            .flatMap((id) => all.find((one) => one.id === id) ?? [])
            .map((one) => (
              <Place key={one.id} one={one} order={order} choice={choice} movable={all.length > 1} />
            ))}
        </ul>
      )}
      {organising && all.length > 1 && (
        <p className={styles.hint} role="status">
          {announcement || t('emoji.moveHint')}
        </p>
      )}
      {!organising && <Packs own={all} />}
    </Page>
  );
}

/** Their order, and the announcement about the last move. */
function useEmojiOrder(all: readonly Emoji[], reload: () => void): readonly [Order<number>, string] {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const [announcement, setAnnouncement] = useState('');
  const order = useOrder(
    all.map((one) => one.id),
    async (front) => {
      const answer = await actions.moveEmojis(front);
      if (!answer.ok) toasts.show(failureText(t, answer.reason));
      reload();
      return answer.ok;
    },
    (id, place) =>
      setAnnouncement(
        t('attach.movedTo', { name: nameIn(all, id, t('msg.emoji')), i: place + 1, n: all.length }),
      ),
  );
  return [order, announcement];
}

type Choice = ReturnType<typeof useChoice>;

/** While they are put in order some can be chosen, to be moved or deleted together. */
function useChoice(reload: () => void) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  const toasts = useToasts();
  const [organising, setOrganising] = useState(false);
  const [selection, setSelection] = useState<readonly number[]>([]);
  const leave = () => {
    setOrganising(false);
    setSelection([]);
  };
  useWindowKeys((event) => {
    // Parts over the page close first.
    if (
      event.key === 'Escape' &&
      !event.defaultPrevented &&
      document.querySelector('[role=dialog],[role=alertdialog]') === null
    )
      leave();
  }, organising);
  const finish = async (what: ReturnType<typeof actions.moveEmojis>) => {
    const answer = await what;
    if (!answer.ok) return toasts.show(failureText(t, answer.reason));
    setSelection([]);
    reload();
  };
  const remove = async () => {
    if (
      await ask({
        title: t('emoji.deleteAsk', { count: selection.length }),
        confirm: t('emoji.delete', { count: selection.length }),
        danger: true,
      })
    )
      await finish(actions.deleteEmojis(selection));
  };
  return {
    organising,
    begin: () => setOrganising(true),
    leave,
    chosen: selection,
    toggle: (id: number) =>
      setSelection((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id])),
    toFront: () => void finish(actions.moveEmojis(selection)),
    remove: () => void remove(),
  };
}

function SelectionFoot({ choice }: { readonly choice: Choice }) {
  const { t } = useTranslation();
  return (
    <div className={styles.foot}>
      <Button
        icon={<ArrowUpToLine size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={choice.toFront}
      >
        {t('emoji.toFront')}
      </Button>
      <Button
        kind="danger"
        icon={<Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={choice.remove}
      >
        {t('emoji.delete', { count: choice.chosen.length })}
      </Button>
    </div>
  );
}

function AddTile({ adding }: { readonly adding: ReturnType<typeof useAddEmoji> }) {
  const { t } = useTranslation();
  return (
    <li>
      <button
        type="button"
        className={cx(styles.tile, styles.add)}
        aria-label={t('emoji.addOne')}
        title={t('emoji.addHint', { size: adding.limitMb })}
        onClick={adding.pick}
      >
        <Plus size={28} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </li>
  );
}

/** One place in the order, with the handle that moves it. */
function Place({
  one,
  order,
  choice: { organising, chosen, toggle },
  movable,
}: {
  readonly one: Emoji;
  readonly order: Order<number>;
  readonly choice: Choice;
  readonly movable: boolean;
}) {
  const { t } = useTranslation();
  return (
    <li data-place={one.id} data-dragged={order.dragged === one.id || undefined} className={styles.place}>
      <Tile
        one={one}
        isSelected={organising ? chosen.includes(one.id) : null}
        onToggle={() => toggle(one.id)}
      />
      {organising && movable && (
        <IconButton
          small
          className={styles.grip}
          label={t('emoji.move', { name: one.name || t('msg.emoji') })}
          {...order.handle(one.id)}
        >
          <GripVertical size={16} strokeWidth={2} />
        </IconButton>
      )}
    </li>
  );
}

const nameIn = (all: readonly Emoji[], id: number, otherwise: string): string =>
  all.find((one) => one.id === id)?.name || otherwise;

/** `isSelected` null: view only. */
function Tile({
  one,
  isSelected,
  onToggle,
}: {
  readonly one: Emoji;
  readonly isSelected: boolean | null;
  readonly onToggle: () => void;
}) {
  const { t } = useTranslation();
  const name = one.name || t('msg.emoji');
  if (isSelected === null)
    return (
      <span className={styles.tile} title={name}>
        <Photo still src={one.src} alt={name} loading="lazy" />
      </span>
    );
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isSelected}
      aria-label={name}
      className={cx(styles.tile, isSelected && styles.chosen)}
      onClick={onToggle}
    >
      <Photo still src={one.src} alt="" loading="lazy" />
      <span className={styles.check}>
        {isSelected && <Check size={14} strokeWidth={3} aria-hidden="true" />}
      </span>
    </button>
  );
}
