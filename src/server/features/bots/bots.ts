import type * as v from 'valibot';
import { botLimits, botName, withoutMark } from '../../../domain/bots.ts';
import { isCommunity } from '../../../domain/config.ts';
import { type UserId, userId, userStream } from '../../../domain/ids.ts';
import { nicknameProblem } from '../../../domain/validation.ts';
import type { BotProgramRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type * as calls from '../../../wire/calls/bots.ts';
import { defaultFace, isDefaultFace } from '../../files/faces.ts';
import { wireTime } from '../../frames/wire-values.ts';
import { sendProfile } from '../../frames/profile-data.ts';
import { noteOwn } from '../../kernel/audit.ts';
import { type Core, type EventRecorder, command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { addUser } from '../auth/new-user.ts';
import type { SignedIn } from '../context.ts';
import { beginErasing } from '../erasing/erase-account.ts';
import { befriend } from '../friends/friendship.ts';
import { tokenData } from './tokens.ts';

type Body<C extends { readonly body: v.GenericSchema }> = v.InferOutput<C['body']>;

/** The user's active bots, the oldest first; those of hooks are managed in their groups. */
export async function botsOf(tx: ReadTx, owner: UserId) {
  const rows = await tx.bots.ofOwner(owner);
  const people = await tx.users.byIds(rows.map(({ user }) => user));
  const bots = rows.flatMap((row) => {
    const person = people.get(row.user);
    return person?.active ? [{ ...row, person }] : [];
  });
  const hooks = await Promise.all(
    bots.map(async ({ user }) => (await tx.hooks.ofUser(user)) ?? (await tx.outgoing.get(user))),
  );
  return bots.filter((_, at) => hooks[at] === null);
}

export async function getBots({ core, session }: SignedIn): Promise<EndpointAnswer> {
  const { bots, programs, tokens } = await core.store.read(async (tx) => {
    const own = await botsOf(tx, session.user);
    return {
      bots: own,
      programs: await tx.programs.ofUsers(own.map(({ user }) => user)),
      tokens: await tx.accessTokens.ofUsers([session.user, ...own.map((one) => one.user)]),
    };
  });
  return {
    data: {
      bots: bots.map(({ user, person, createdAtMs }) => ({
        id: user,
        name: withoutMark(person.realname),
        account: person.account,
        since: wireTime(createdAtMs, core.settings),
        ...programData(programs.find((one) => one.user === user)),
      })),
      tokens: tokens.map((row) => tokenData(core, row, session.user)),
    },
  };
}

/** COMMAND-9. The secret is never shown again. */
const programData = (row: BotProgramRow | undefined) => ({
  url: row?.url ?? '',
  dialect: row?.dialect ?? 'mrkdwn',
  commands: row?.commands ?? [],
});

export function nameRefusal(name: string): Refusal | null {
  const problem = nicknameProblem(botName(name));
  if (problem === 'nicknameLength') return new Refusal('botNameLong');
  if (withoutMark(name) === '') return new Refusal('needNickname');
  return problem ? new Refusal(problem) : null;
}

/** BOT-1. The owner and the bot are friends from the start, so that the owner can add it to groups. */
export async function addBot(
  { core, session: { user: owner } }: SignedIn,
  { name }: Body<typeof calls.addBot>,
): Promise<EndpointAnswer | Refusal> {
  if (core.config().demonMode) return new Refusal('demoMode');
  const refusal = nameRefusal(name);
  if (refusal) return refusal;
  const passwordHash = await core.passwords.hash(core.ids.hex(32));
  const bot = await command(core, async (tx, record) => {
    // Reading the stream locks it: two calls of one owner take turns.
    await tx.streams.get(userStream(owner));
    if ((await botsOf(tx, owner)).length >= botLimits.botsMax) return new Refusal('botMany');
    const user = await createBot(core, tx, { owner, name, passwordHash });
    if (isCommunity(core.config())) await tie(core, tx, record, owner, user);
    await noteOwn(core.passwords, tx, owner, { what: 'bot added', about: `user ${user}` });
    return user;
  });
  return bot instanceof Refusal ? bot : { data: { id: bot } };
}

interface NewBot {
  readonly owner: UserId;
  readonly name: string;
  readonly passwordHash: string;
}

/** Creates a bot without a known password; its name ends with the mark (BOT-2). */
export async function createBot(
  core: Core,
  tx: WriteTx,
  { owner, name, passwordHash }: NewBot,
): Promise<UserId> {
  const user = await addUser(tx, {
    account: `bot-${core.ids.hex(6)}`,
    realname: botName(name),
    passwordHash,
    isAuth: false,
    faces: core.uploads !== null && core.uploads !== undefined,
  });
  await tx.bots.insert({ user, owner, createdAtMs: tx.nowMs });
  return user;
}

async function tie(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  owner: UserId,
  bot: UserId,
): Promise<void> {
  const request = {
    creator: owner,
    friend: bot,
    nickname: '',
    remark: '',
    isInvite: false,
    status: 2,
    createdAtMs: tx.nowMs,
    updatedAtMs: tx.nowMs,
  } as const;
  await befriend(core, tx, record, { ...request, id: await tx.friends.insert(request) }, owner);
}

/** Bots of other users are not found. */
export async function ownBot(tx: ReadTx, owner: UserId, id: number) {
  const bot = (await botsOf(tx, owner)).find(({ user }) => user === userId(id));
  return bot ?? new Refusal('botUnknown');
}

export async function renameBot(
  { core, session: { user: owner } }: SignedIn,
  { id, name }: Body<typeof calls.renameBot>,
): Promise<EndpointAnswer | Refusal> {
  const refusal = nameRefusal(name);
  if (refusal) return refusal;
  const unknown = await command(core, async (tx, record) => {
    const bot = await ownBot(tx, owner, id);
    if (bot instanceof Refusal) return bot;
    await renameAccount(core, tx, record, bot.user, botName(name));
    await noteOwn(core.passwords, tx, owner, { what: 'bot renamed', about: `user ${bot.user}` });
    return null;
  });
  return unknown ?? {};
}

export async function renameAccount(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  bot: UserId,
  realname: string,
): Promise<void> {
  const was = await tx.users.byId(bot);
  if (!was || was.realname === realname) return;
  const face = core.uploads && isDefaultFace(was.avatar) ? { avatar: defaultFace(realname, bot) } : {};
  await tx.users.update(bot, { realname, ...face });
  await sendProfile(tx, record, bot);
}

/** Its tokens end at once; the account is erased as any other, and its messages stay (BOT-3). */
export async function removeBot(
  { core, session: { user: owner } }: SignedIn,
  { id }: Body<typeof calls.removeBot>,
): Promise<EndpointAnswer | Refusal> {
  const refusal = await command(core, async (tx, record) => {
    const bot = await ownBot(tx, owner, id);
    if (bot instanceof Refusal) return bot;
    await beginErasing(tx, record, { user: bot.user, words: 'stay', by: `user ${owner}` });
    await noteOwn(core.passwords, tx, owner, { what: 'bot removed', about: `user ${bot.user}` });
    return null;
  });
  return refusal ?? {};
}
