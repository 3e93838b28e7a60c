import { ArrowUp, Heart, Lock, MessageCircle, Trash2, Users, X } from 'lucide-react';
import { useState } from 'react';
import type { Moment, MomentPerson } from '../../../client/interface/moments.ts';
import { momentLimits as limits } from '../../../domain/limits.ts';
import { isUnseen } from '../../../domain/unseen.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { IconButton } from '../../kit/button.tsx';
import { cx } from '../../kit/class-names.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { failureText } from '../../shared/failure-text.ts';
import { useToasts } from '../../kit/toaster.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { useLeaving } from '../../kit/use-leaving.ts';
import { useModeEnd } from '../../kit/use-on-top.ts';
import { TextField } from '../../kit/text-field.tsx';
import { fullTime } from '../../shared/use-display-time.ts';
import { useDisplayTime } from '../../shared/use-time-ago.ts';
import styles from './moments.module.css';
import { Row, RowList } from '../../kit/row.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { Photo } from '../../kit/photo.tsx';

const visibilityIcon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;

/** On the user's own post: who sees it; nothing if all friends do (MOMENT-2). */
function SeenBy({ people }: { readonly people: NonNullable<Moment['seenBy']> }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (people.length === 0)
    return (
      <span className={styles.seenBy}>
        <Lock {...visibilityIcon} />
        {t('moments.self')}
      </span>
    );
  const count = t('moments.people', { count: people.length });
  return (
    <>
      <button
        type="button"
        className={styles.seenBy}
        title={people.map(({ name }) => name).join(t('moments.namesJoin'))}
        aria-label={t('moments.seenBy', { people: count })}
        onClick={() => setOpen(true)}
      >
        <Users {...visibilityIcon} />
        {count}
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('moments.seenBy', { people: count })}>
        <div className={styles.viewers}>
          <RowList>
            {people.map(({ id, name, avatar }) => (
              <Row
                key={id}
                icon={<Avatar id={id} name={name} src={avatar} size={40} />}
                title={<bdi>{name}</bdi>}
              />
            ))}
          </RowList>
        </div>
      </Sheet>
    </>
  );
}

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** A comment that is being written; `to`: the answered user, if any; `opener` gets the focus again. */
interface Answering {
  readonly to: MomentPerson | null;
  readonly opener: HTMLElement;
}

export function MomentPost({
  moment,
  onChanged,
  onPicture,
}: {
  readonly moment: Moment;
  readonly onChanged: () => void;
  readonly onPicture: (picture: number) => void;
}) {
  const { t } = useTranslation();
  const [answering, setAnswering] = useState<Answering | null>(null);
  const [text, setText] = useState('');
  const close = () => {
    answering?.opener.focus();
    setAnswering(null);
  };
  const [liked, like] = useLike(moment, onChanged);
  const [leaving, takeBack] = useTakenBack(onChanged);
  return (
    <article className={styles.post} aria-label={moment.author.name}>
      <Avatar id={moment.author.id} name={moment.author.name} src={moment.author.avatar} size={40} />
      <div className={styles.body}>
        <Words moment={moment} />
        <Pictures moment={moment} onPicture={onPicture} />
        <div className={styles.line}>
          <Time atMs={moment.atMs} />
          {moment.seenBy !== null && <SeenBy people={moment.seenBy} />}
          <div className={styles.acts}>
            {moment.mine && <DeleteButton moment={moment} onChanged={onChanged} />}
            <IconButton
              label={t(liked ? 'moments.unlike' : 'moments.like')}
              aria-pressed={liked}
              className={liked ? styles.liked : undefined}
              onClick={() => void like()}
            >
              <Heart {...icon} fill={liked ? 'currentColor' : 'none'} />
            </IconButton>
            <IconButton
              label={t('moments.comment')}
              aria-expanded={answering !== null && answering.to === null}
              onClick={({ currentTarget }) => setAnswering({ to: null, opener: currentTarget })}
            >
              <MessageCircle {...icon} />
            </IconButton>
          </div>
        </div>
        <Comments
          moment={moment}
          leaving={leaving}
          onAnswer={(to, opener) => setAnswering({ to, opener })}
          onDelete={takeBack}
        />
        {answering !== null && (
          <CommentForm
            key={answering.to?.id ?? 0}
            moment={moment}
            to={answering.to}
            text={text}
            onText={setText}
            onClose={close}
            onChanged={onChanged}
          />
        )}
      </div>
    </article>
  );
}

/** A press shows at once; the next list contains the server's result. */
function useLike(
  moment: Moment,
  onChanged: () => void,
): readonly [liked: boolean, like: () => Promise<void>] {
  const { actions } = useClient();
  const [press, setPress] = useState<{ readonly of: Moment; readonly liked: boolean } | null>(null);
  const liked = press?.of === moment ? press.liked : moment.liked;
  const like = async () => {
    setPress({ of: moment, liked: !liked });
    if ((await actions.likeMoment(moment.id, !liked)).ok) onChanged();
    else setPress(null);
  };
  return [liked, like];
}

function DeleteButton({ moment, onChanged }: { readonly moment: Moment; readonly onChanged: () => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  const remove = async () => {
    const sure = await ask({
      title: t('moments.deleteTitle'),
      text: t('moments.deleteText'),
      confirm: t('common.delete'),
      danger: true,
    });
    if (sure && (await actions.deleteMoment(moment.id)).ok) onChanged();
  };
  return (
    <IconButton label={t('common.delete')} onClick={() => void remove()}>
      <Trash2 {...icon} />
    </IconButton>
  );
}

/** Comments that were deleted here: hidden at once, sent to the server when "Undo" has expired (MOMENT-5). */
function useTakenBack(
  onChanged: () => void,
): readonly [hidden: ReadonlySet<number>, takeBack: (comment: number) => void] {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const [leaving, setLeaving] = useLeaving<number>();
  const takeBack = (id: number) => {
    const show = () => setLeaving(id, false);
    const tell = async () => {
      if ((await actions.deleteComment(id)).ok) onChanged();
      else show();
    };
    setLeaving(id, true);
    toasts.show(t('moments.commentDeleted'), {
      action: { label: t('common.undo'), onSelect: show },
      onExpire: () => void tell(),
    });
  };
  return [leaving, takeBack];
}

function Time({ atMs }: Pick<Moment, 'atMs'>) {
  const timeText = useDisplayTime();
  useStore((state) => state.minute);
  return (
    <time className={styles.time} title={fullTime(atMs)}>
      {timeText(atMs)}
    </time>
  );
}

function Words({ moment: { author, words } }: { readonly moment: Moment }) {
  return (
    <>
      <h2 className={styles.author} dir="auto">
        {author.name}
      </h2>
      {words !== '' && (
        <p className={styles.words} dir="auto">
          {words}
        </p>
      )}
    </>
  );
}

function Pictures({
  moment: { author, pictures },
  onPicture,
}: {
  readonly moment: Moment;
  readonly onPicture: (picture: number) => void;
}) {
  const { t } = useTranslation();
  if (pictures.length === 0) return null;
  return (
    <ul
      className={cx(
        styles.pictures,
        pictures.length === 1 && styles.single,
        pictures.length === 4 && styles.four,
      )}
    >
      {pictures.map((picture, i) => (
        <li key={picture.id}>
          <button
            type="button"
            aria-label={t('moments.picture', { name: author.name, i: i + 1 })}
            onClick={() => onPicture(picture.id)}
          >
            <Photo src={picture.src} alt="" loading="lazy" decoding="async" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Below the post: a comment, or an answer to one. Escape and back close it; the text stays until it is sent
 * (MOMENT-9).
 */
function CommentForm({
  moment,
  to,
  text,
  onText,
  onClose,
  onChanged,
}: {
  readonly moment: Moment;
  readonly to: MomentPerson | null;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useModeEnd(onClose);
  const send = async () => {
    if (isUnseen(text)) return setProblem(t('moments.needWords'));
    setBusy(true);
    const answer = await actions.commentMoment(moment.id, text, to?.id ?? null);
    setBusy(false);
    if (!answer.ok) return setProblem(failureText(t, answer.reason));
    onText('');
    onClose();
    onChanged();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <TextField
        autoFocus
        label={to === null ? t('moments.comment') : t('moments.reply', { name: to.name })}
        value={text}
        error={problem}
        maxLength={limits.commentMax}
        autoComplete="off"
        enterKeyHint="send"
        onValue={(next) => {
          onText(next);
          setProblem(null);
        }}
        end={
          <IconButton type="submit" label={t('common.send')} disabled={busy}>
            <ArrowUp {...icon} />
          </IconButton>
        }
      />
    </form>
  );
}

/** Likes and comments; pressing a comment answers it, the user's own can be deleted. */
function Comments({
  moment,
  leaving,
  onAnswer,
  onDelete,
}: {
  readonly moment: Moment;
  /** Deleted here a moment ago. */
  readonly leaving: ReadonlySet<number>;
  readonly onAnswer: (to: MomentPerson, opener: HTMLElement) => void;
  readonly onDelete: (comment: number) => void;
}) {
  const { t } = useTranslation();
  const self = useStore((state) => state.self?.id);
  const { likes } = moment;
  const comments = moment.comments.filter(({ id }) => !leaving.has(id));
  if (likes.length === 0 && comments.length === 0) return null;
  return (
    <div className={styles.said}>
      {likes.length > 0 && (
        <p className={styles.likes}>
          <Heart size={14} strokeWidth={2} aria-hidden="true" />
          <span>
            {t('moments.likedBy', { names: likes.map((one) => one.name).join(t('moments.namesJoin')) })}
          </span>
        </p>
      )}
      <ul>
        {comments.map((one) => (
          <li key={one.id} className={styles.comment}>
            <button
              type="button"
              className={styles.commentMain}
              onClick={({ currentTarget }) => onAnswer(one.author, currentTarget)}
            >
              <span className={styles.commentName}>
                {one.replyTo === null ? (
                  <bdi>{one.author.name}</bdi>
                ) : (
                  t('moments.repliedTo', { name: one.author.name, other: one.replyTo.name })
                )}
              </span>{' '}
              <bdi>{one.words}</bdi>
            </button>
            {(one.author.id === self || moment.mine) && (
              <IconButton small label={t('moments.deleteComment')} onClick={() => onDelete(one.id)}>
                <X size={16} strokeWidth={1.75} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
