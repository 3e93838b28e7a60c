import type * as v from 'valibot';
import { userId, userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { momentLimits as limits } from '../../../domain/limits.ts';
import { lengthOf } from '../../../domain/validation.ts';
import { isUnseen } from '../../../domain/unseen.ts';
import type { MomentRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type * as calls from '../../../wire/calls/moments.ts';
import { command } from '../../kernel/core.ts';
import type { Core, MomentMove } from '../../kernel/core.ts';
import { isBlockedPair } from '../../access/private-delivery.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { card } from '../../frames/user-data.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { once } from '../../kernel/operation.ts';
import { isCommunity } from '../../../domain/config.ts';
import { isAdministrator } from '../../../domain/permissions.ts';

type Body<K extends keyof typeof calls> = v.InferOutput<(typeof calls)[K]['body']>;

/** MOMENT-2. Friends; in a closed organisation all users. */
async function isAudience(core: Core, tx: ReadTx, viewer: UserId, author: UserId): Promise<boolean> {
  if (viewer === author || !isCommunity(core.config())) return true;
  return tx.friends.areFriends(viewer, author);
}

const canSee = async (core: Core, tx: ReadTx, viewer: UserId, author: UserId): Promise<boolean> =>
  (await isAudience(core, tx, viewer, author)) && !(await isBlockedPair(tx, viewer, author));

/** A post this user may see; any other looks missing. */
async function visibleMoment(
  core: Core,
  tx: ReadTx,
  viewer: UserId,
  id: number,
): Promise<MomentRow | Refusal> {
  const row = await tx.moments.byId(id);
  if (!row || !(await canSee(core, tx, viewer, row.author))) return new Refusal('momentUnknown');
  const audience = await audienceOf(tx, row);
  if (audience !== null && row.author !== viewer && !audience.includes(viewer))
    return new Refusal('momentUnknown');
  return row;
}

/** The chosen users of a limited post; null: all friends of its author. */
const audienceOf = async (tx: ReadTx, { id, limited }: MomentRow): Promise<readonly UserId[] | null> =>
  limited ? (await tx.moments.viewers([id])).map(({ user }) => user) : null;

/** MOMENT-1. */
export async function list(
  { core, session: { user } }: SignedIn,
  body: Body<'momentList'>,
): Promise<EndpointAnswer | Refusal> {
  const author = body.user_id === undefined ? null : userId(body.user_id);
  const everyone = !isCommunity(core.config());
  const data = await core.store.read(async (tx) => {
    if (author !== null && !(await isAudience(core, tx, user, author))) return new Refusal('friendUnknown');
    // A blocked user gets an empty page: a refusal would report the block (BLOCK-15).
    const rows = await tx.moments.page(user, { author, before: body.last_id, limit: body.limit, everyone });
    return momentRows(core, tx, user, rows);
  });
  if (data instanceof Refusal) return data;
  return { data, count: data.length };
}

/** Time of the newest event that is news to the user; 0: none (MOMENT-7). */
export async function news({ core, session: { user } }: SignedIn): Promise<EndpointAnswer> {
  const everyone = !isCommunity(core.config());
  return { data: { at: await core.store.read((tx) => tx.moments.newsAt(user, everyone)) } };
}

/** Friends, in a closed organisation all users; never across a block (BLOCK-15). */
async function acquaintancesOf(core: Core, tx: ReadTx, viewer: UserId): Promise<(user: UserId) => boolean> {
  const apart = new Set(await tx.blocked.apart(viewer));
  if (!isCommunity(core.config())) return (user) => !apart.has(user);
  const friends = new Set([viewer, ...(await tx.friends.of(viewer))]);
  return (user) => friends.has(user) && !apart.has(user);
}

/** Friends except those whom the author has blocked: what other users do stays hidden (BLOCK-1). */
async function audienceNow(core: Core, tx: ReadTx, author: UserId): Promise<(user: UserId) => boolean> {
  const blocked = new Set((await tx.blocked.of(author)).map(({ other }) => other));
  if (!isCommunity(core.config())) return (user) => !blocked.has(user);
  const friends = new Set(await tx.friends.of(author));
  return (user) => friends.has(user) && !blocked.has(user);
}

/** Likes and comments only of users the viewer knows; an answer names two (MOMENT-3). */
async function momentRows(core: Core, tx: ReadTx, viewer: UserId, rows: readonly MomentRow[]) {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [likes, comments] = [await tx.moments.likes(ids), await tx.moments.comments(ids)];
  const isKnown = await acquaintancesOf(core, tx, viewer);
  const own = rows.filter((row) => row.limited && row.author === viewer).map((row) => row.id);
  const isInAudience = own.length === 0 ? () => false : await audienceNow(core, tx, viewer);
  const viewers = (await tx.moments.viewers(own)).filter(({ user }) => isInAudience(user));
  const people = [
    ...new Set(
      [...rows, ...comments].map((row) => row.author).concat([...likes, ...viewers].map((one) => one.user)),
    ),
  ];
  const users = await tx.users.byIds(people);
  const names = await tx.friends.nicknames(viewer, people);
  const cardOf = (id: UserId) => card(users.get(id) ?? null, id, names.get(id));
  const files = await tx.files.byIds(rows.flatMap((row) => row.pictures));
  return rows.map((row) => ({
    id: row.id,
    user_id: row.author,
    user: cardOf(row.author),
    content: row.content,
    pictures: row.pictures.flatMap((id) => {
      const file = files.get(id);
      return file
        ? [{ file_id: id, src: core.settings.links?.file(file, userStream(row.author)) ?? '' }]
        : [];
    }),
    create_time: Math.floor(row.createdAtMs / 1_000),
    mine: row.author === viewer ? 1 : 0,
    liked: likes.some((like) => like.moment === row.id && like.user === viewer) ? 1 : 0,
    seen_by: own.includes(row.id)
      ? viewers.filter(({ moment }) => moment === row.id).map(({ user }) => cardOf(user))
      : null,
    likes: likes
      .filter((like) => like.moment === row.id && isKnown(like.user))
      .map((like) => cardOf(like.user)),
    comments: comments
      .filter(
        (one) =>
          one.moment === row.id && isKnown(one.author) && (one.replyTo === null || isKnown(one.replyTo)),
      )
      .map((one) => ({
        id: one.id,
        user: cardOf(one.author),
        reply_to: one.replyTo === null ? null : cardOf(one.replyTo),
        content: one.content,
        create_time: Math.floor(one.createdAtMs / 1_000),
      })),
  }));
}

/**
 * Later than all earlier ones, even if the clock was set back: viewed posts must not hide news (MOMENT-8).
 */
const laterMs = async (tx: WriteTx): Promise<number> => Math.max(tx.nowMs, (await tx.moments.newestAt()) + 1);

/** Chosen friends of the author; null: all of them. Anything else is refused, never shown to more users. */
async function parseAudience(
  core: Core,
  tx: ReadTx,
  author: UserId,
  { audience, audience_ids }: Body<'momentAdd'>,
): Promise<readonly UserId[] | null | Refusal> {
  const ids = [...new Set(audience_ids.map(userId))].filter((one) => one !== author);
  if ((audience === 'chosen') !== ids.length > 0) return new Refusal('momentAudience');
  if (audience === 'friends') return null;
  const users = await tx.users.byIds(ids);
  for (const one of ids)
    if (!users.has(one) || !(await isAudience(core, tx, one, author))) return new Refusal('friendUnknown');
  return ids;
}

/** MOMENT-1. Text, pictures that the author has uploaded, or both. */
export async function addMoment(
  { core, session: { user } }: SignedIn,
  body: Body<'momentAdd'>,
): Promise<EndpointAnswer | Refusal> {
  const pictures = [...new Set(body.file_ids)];
  if (isUnseen(body.content) && pictures.length === 0) return new Refusal('emptyMessage');
  if (pictures.length > limits.picturesMax)
    return new Refusal('momentPictures', { facts: { max: limits.picturesMax } });
  const refusal = checkLength(body.content, limits.textMax);
  if (refusal) return refusal;
  const outgoing: { move?: MomentMove } = {};
  const id = await command(core, (tx) =>
    once(tx, user, body.op, async () => {
      const audience = await parseAudience(core, tx, user, body);
      if (audience instanceof Refusal) return audience;
      const files = await tx.files.byIds(pictures);
      for (const picture of pictures) {
        const file = files.get(picture);
        if (file?.user !== user || file.purpose !== 'message') return new Refusal('fileUnknown');
        // A file that cannot be shown, or was sent as a file, does not count as a picture.
        if (file.cate !== 2 || !file.details?.width) return new Refusal('pictureKind');
      }
      const atMs = await laterMs(tx);
      outgoing.move = { author: user, by: user, replyTo: null, atMs, isMoment: true, seenBy: audience };
      return tx.moments.insert(
        { author: user, content: body.content, pictures, createdAtMs: atMs },
        audience,
      );
    }),
  );
  if (id instanceof Refusal) return id;
  if (outgoing.move) core.hub.momentMoved(outgoing.move);
  return { data: { id } };
}

/** MOMENT-4. The author, or an administrator of the server. */
export async function deleteMoment(
  { core, session: { user } }: SignedIn,
  body: Body<'momentDel'>,
): Promise<EndpointAnswer | Refusal> {
  const deleted = await command(core, async (tx) => {
    const row = await tx.moments.byId(body.id);
    const me = await tx.users.byId(user);
    if (!row || (row.author !== user && !isAdministrator(me))) return new Refusal('momentUnknown');
    const audience = await audienceOf(tx, row);
    await tx.moments.delete(row.id);
    return { author: row.author, by: row.author, seenBy: audience };
  });
  if (deleted instanceof Refusal) return deleted;
  core.hub.momentMoved({ ...deleted, replyTo: null, atMs: null, isMoment: true });
  return {};
}

/** MOMENT-3. */
export async function like(
  { core, session: { user } }: SignedIn,
  body: Body<'momentLike'>,
): Promise<EndpointAnswer | Refusal> {
  const liked = await command(core, async (tx) => {
    const row = await visibleMoment(core, tx, user, body.id);
    if (row instanceof Refusal) return row;
    const atMs = body.on ? await laterMs(tx) : null;
    await (atMs === null ? tx.moments.unlike(row.id, user) : tx.moments.like(row.id, user, atMs));
    return { author: row.author, atMs, seenBy: await audienceOf(tx, row) };
  });
  if (liked instanceof Refusal) return liked;
  core.hub.momentMoved({ ...liked, by: user, replyTo: null, isMoment: false });
  return {};
}

/** MOMENT-3. An answer must address a known user who commented there: attempts reveal no one. */
export async function comment(
  { core, session: { user } }: SignedIn,
  body: Body<'momentComment'>,
): Promise<EndpointAnswer | Refusal> {
  if (isUnseen(body.content)) return new Refusal('emptyMessage');
  const refusal = checkLength(body.content, limits.commentMax);
  if (refusal) return refusal;
  const outgoing: { move?: MomentMove } = {};
  const id = await command(core, (tx) =>
    once(tx, user, body.op, async () => {
      const row = await visibleMoment(core, tx, user, body.id);
      if (row instanceof Refusal) return row;
      const before = await tx.moments.comments([row.id]);
      if (before.length >= limits.commentsMax) return new Refusal('momentFull');
      const replyTo = body.reply_to === undefined ? null : userId(body.reply_to);
      const canAnswer =
        replyTo === null ||
        replyTo === row.author ||
        (before.some((one) => one.author === replyTo) && (await acquaintancesOf(core, tx, user))(replyTo));
      if (!canAnswer) return new Refusal('userUnknown');
      const atMs = await laterMs(tx);
      const audience = await audienceOf(tx, row);
      outgoing.move = { author: row.author, by: user, replyTo, atMs, isMoment: false, seenBy: audience };
      return tx.moments.insertComment({
        moment: row.id,
        author: user,
        replyTo,
        content: body.content,
        createdAtMs: atMs,
      });
    }),
  );
  if (id instanceof Refusal) return id;
  // A repeat was notified the first time.
  if (outgoing.move) core.hub.momentMoved(outgoing.move);
  return { data: { id } };
}

/** MOMENT-4. Allowed for its author, and for the author of the post. */
export async function uncomment(
  { core, session: { user } }: SignedIn,
  body: Body<'momentUncomment'>,
): Promise<EndpointAnswer | Refusal> {
  const outcome = await command(core, async (tx) => {
    const row = await tx.moments.comment(body.id);
    const of = row && (await tx.moments.byId(row.moment));
    if (!row || !of || (row.author !== user && of.author !== user)) return new Refusal('momentUnknown');
    await tx.moments.deleteComment(row.id);
    return {
      author: of.author,
      by: row.author,
      replyTo: row.replyTo,
      seenBy: await audienceOf(tx, of),
    };
  });
  if (outcome instanceof Refusal) return outcome;
  core.hub.momentMoved({ ...outcome, atMs: null, isMoment: false });
  return {};
}

function checkLength(content: string, max: number): Refusal | null {
  if (lengthOf(content) > max) return new Refusal('tooLong');
  return null;
}
