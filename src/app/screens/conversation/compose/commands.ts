import type { TFunction } from 'i18next';
import type { CommandOfBot } from '../../../../client/interface/bots.ts';
import type { Client } from '../../../../client/interface/client.ts';
import { accessIn } from '../../../../client/state/group-access.ts';
import type { State } from '../../../../client/state/state.ts';
import { alertOf } from '../../../../domain/alert.ts';
import { COMMAND_NAMES, type CommandName, partsIn, spanIn } from '../../../../domain/commands.ts';
import { MINUTE } from '../../../../domain/duration.ts';
import { FAVOURITES, type MessageId, parseTarget, type UserId } from '../../../../domain/ids.ts';
import { laterLimits, pollLimits } from '../../../../domain/message-limits.ts';
import { type Draft, EMPTY_DRAFT } from '../../../../domain/message.ts';
import { type GroupAction, refusalFor } from '../../../../domain/permissions.ts';
import { optionsProblem, trimmedOptions } from '../../../../domain/poll.ts';
import { folded } from '../../../../domain/search-words.ts';
import { nowMs, schedule } from '../../../platform/time.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { fullTime } from '../../../shared/use-display-time.ts';
import type { ChatPartner } from '../who.ts';

/** The parts of a chat that commands use. */
export interface Running {
  readonly client: Client;
  readonly contact: ChatPartner;
  readonly t: TFunction;
  /** The command as a draft, with its mentions and quote. */
  readonly draft: Draft;
  /** Sends a text in its place; returns the problem, or null. */
  readonly send: (draft: Draft) => Promise<string | null>;
  readonly openPoll: () => void;
  readonly openInvite: () => void;
  /** Commands of the bots in this chat. */
  readonly bots: readonly CommandOfBot[];
}

/** The words of a bot for this user alone. */
export interface BotAnswer {
  readonly name: string;
  readonly markup: string;
}

/** `problem`: the text stays in the box. `done`: a short message, or null. */
export type Outcome =
  | { readonly problem: string }
  | { readonly done: string | null; readonly answer?: BotAnswer };

/** A row of the list. */
export interface CommandOption {
  readonly name: string;
  readonly words: string;
  readonly help: string;
}

interface Command {
  readonly isHere: (state: State, contact: ChatPartner) => boolean;
  readonly run: (on: Running, words: string) => Promise<Outcome> | Outcome;
}

const always = (): boolean => true;
const permitted =
  (action: GroupAction) =>
  (state: State, { id }: ChatPartner): boolean => {
    const access = accessIn(state, id);
    return access !== null && refusalFor(action, access, nowMs() / 1_000) === null;
  };
const sent = async (on: Running, draft: Draft): Promise<Outcome> => {
  const problem = await on.send(draft);
  return problem === null ? { done: null } : { problem };
};
const usage = ({ t }: Running, name: CommandName): Outcome => ({
  problem: t('command.usage', { usage: `/${name} ${t(`command.${name}.words`)}`.trim() }),
});

/** The built-in commands (COMMAND-1). */
const BUILT_IN: Readonly<Record<CommandName, Command>> = {
  me: {
    isHere: always,
    run: (on, words) => {
      if (words === '') return usage(on, 'me');
      return sent(on, { ...on.draft, text: `_${words.replaceAll(/\s*\n\s*/g, ' ')}_`, asPlain: false });
    },
  },
  shrug: {
    isHere: always,
    run: (on, words) => sent(on, { ...on.draft, text: `${words} ¯\\_(ツ)_/¯`.trim(), asPlain: true }),
  },
  topic: { isHere: permitted('editSetting'), run: setTopic },
  invite: { isHere: permitted('invite'), run: invite },
  mute: { isHere: (_state, { kind }) => kind !== 'favourites', run: mute },
  remind: { isHere: ({ sync }) => !sync.plain, run: remind },
  poll: { isHere: ({ sync }, { kind }) => !sync.plain && kind !== 'favourites', run: poll },
};

async function setTopic(on: Running, words: string): Promise<Outcome> {
  const { client, contact, t } = on;
  if (words === '') return usage(on, 'topic');
  const answer = await client.actions.setGroupSetting(contact.id, { about: words });
  return answer.ok ? { done: null } : { problem: failureText(t, answer.reason) };
}

/** Friends by name or username, separated by commas; without names the page to choose them opens. */
async function invite(on: Running, words: string): Promise<Outcome> {
  const { client, contact, t } = on;
  if (words === '') {
    on.openInvite();
    return { done: null };
  }
  const users: UserId[] = [];
  for (const name of words.split(/[,，、،]/).map((one) => one.trim().replace(/^@/, ''))) {
    const matches = friendsNamed(client.store.get(), name);
    const [only] = matches;
    if (only === undefined) return { problem: t('command.noFriend', { name }) };
    if (matches.length > 1) return { problem: t('command.severalFriends', { name }) };
    users.push(only);
  }
  const answer = await client.actions.addMembers(contact.id, users);
  return answer.ok ? { done: null } : { problem: failureText(t, answer.reason) };
}

/** A whole name or username, else the beginning of one. */
function friendsNamed(state: State, name: string): readonly UserId[] {
  const word = folded(name);
  const [whole, begun]: [UserId[], UserId[]] = [[], []];
  for (const { id, kind, displayName, account } of state.contacts) {
    const target = kind === 'person' ? parseTarget(id) : null;
    if (target?.kind !== 'person' || word === '') continue;
    const names = [displayName, account].map(folded);
    if (names.includes(word)) whole.push(target.user);
    else if (names.some((one) => one.startsWith(word))) begun.push(target.user);
  }
  return whole.length > 0 ? whole : begun;
}

async function mute(on: Running, words: string): Promise<Outcome> {
  const { client, contact, t } = on;
  const span = spanIn(words);
  const isOff = /^(?:off|关|关闭)$/i.test(words);
  if (words !== '' && !isOff && (span === null || span.rest !== '')) return usage(on, 'mute');
  const untilMs = span === null ? null : nowMs() + span.ms;
  const answer = await client.actions.setNotice(contact.id, isOff || alertOf('none', untilMs));
  if (!answer.ok) return { problem: failureText(t, answer.reason) };
  if (isOff) return { done: t('command.unmuted') };
  return {
    done: untilMs === null ? t('command.muted') : t('command.mutedUntil', { time: fullTime(untilMs) }),
  };
}

/** About words of the user, in their notes; without words about the newest message of the chat. */
async function remind(on: Running, words: string): Promise<Outcome> {
  const { client, contact, t } = on;
  const span = spanIn(words);
  if (span === null) return usage(on, 'remind');
  const { aheadMinMs, aheadMaxMs } = laterLimits;
  if (span.ms < aheadMinMs || span.ms > aheadMaxMs) return usage(on, 'remind');
  const atMs = Math.ceil((nowMs() + span.ms) / MINUTE) * MINUTE;
  const done = t('command.reminded', { time: fullTime(atMs) });
  if (span.rest === '') {
    const id = client.store.get().contacts.get(contact.id)?.last?.id ?? null;
    if (id === null) return usage(on, 'remind');
    const answer = await client.actions.remind(id, atMs);
    return answer.ok ? { done } : { problem: failureText(t, answer.reason) };
  }
  const note = await client.actions.send(FAVOURITES, { ...EMPTY_DRAFT, text: span.rest });
  if (!note.ok) return { problem: failureText(t, note.reason) };
  const problem = await remindOf(on, note.value, atMs);
  return problem === null ? { done } : { done: problem };
}

/** The server must have the note first; without a connection it has no reminder. */
async function remindOf({ client, t }: Running, id: MessageId, atMs: number): Promise<string | null> {
  const isWaiting = () =>
    client.store
      .get()
      .outbox.get(FAVOURITES)
      ?.some(({ message }) => message.id === id) ?? false;
  for (let looks = 0; isWaiting() && looks < LOOKS_MAX; looks += 1)
    await new Promise<void>((resolve) => void schedule(LOOK_MS, resolve));
  if (isWaiting()) return t('command.noReminder');
  const answer = await client.actions.remind(id, atMs);
  return answer.ok ? null : failureText(t, answer.reason);
}
const [LOOK_MS, LOOKS_MAX] = [200, 50];

/** With a question and options it is sent; with fewer words the form opens. */
async function poll(on: Running, words: string): Promise<Outcome> {
  const { client, contact, t } = on;
  const [question = '', ...rest] = partsIn(words);
  const options = trimmedOptions(rest);
  if (options.length === 0) {
    on.openPoll();
    return { done: null };
  }
  const problem = optionsProblem(options);
  if (problem === 'double') return { problem: t('poll.double') };
  if (problem !== null) return { problem: t('poll.needOptions', { min: pollLimits.optionsMin }) };
  const settings = { options, many: false, secret: false, lastsSec: null };
  const answer = await client.actions.sendPoll(contact.id, question, settings);
  return answer.ok ? { done: null } : { problem: failureText(t, answer.reason) };
}

export const isBuiltIn = (name: string): name is CommandName =>
  (COMMAND_NAMES as readonly string[]).includes(name);

/** Commands of this chat whose names begin so: built-in ones, then those of bots. */
export function commandsHere(
  { state, contact, bots, t }: Pick<Running, 'contact' | 'bots' | 't'> & { readonly state: State },
  begin: string,
): readonly CommandOption[] {
  const builtIn = COMMAND_NAMES.filter((name) => BUILT_IN[name].isHere(state, contact));
  return [
    ...builtIn.map((name) => ({ name, words: t(`command.${name}.words`), help: t(`command.${name}.help`) })),
    ...bots.map(({ name, words, help, botName }) => ({
      name,
      words,
      help: [help, botName].filter(Boolean).join(' · '),
    })),
  ].filter(({ name }) => name.startsWith(begin));
}

/** Null: no such command. */
export function runCommand(on: Running, name: string, words: string): Promise<Outcome> | Outcome | null {
  if (!isBuiltIn(name)) {
    const command = on.bots.find((one) => one.name === name);
    return command ? runBot(on, command, words) : null;
  }
  const command = BUILT_IN[name];
  if (!command.isHere(on.client.store.get(), on.contact))
    return { problem: on.t('command.notHere', { name }) };
  return command.run(on, words);
}

async function runBot(
  { client, contact, t }: Running,
  command: CommandOfBot,
  words: string,
): Promise<Outcome> {
  const answer = await client.actions.runCommand(contact.id, command, words);
  if (!answer.ok) return { problem: failureText(t, answer.reason) };
  if (answer.value === '') return { done: null };
  return { done: null, answer: { name: command.botName, markup: answer.value } };
}
