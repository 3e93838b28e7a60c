import { ROLE } from '../oracle/actions.ts';
import { atLeast, speech } from '../oracle/chat-rights.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { commandsIn, isAboutMessage, isActive, isTokenLive, tokenRefusal } from '../oracle/programs.ts';
import type { ProgramFact } from '../oracle/programs.ts';
import { lineWithId } from '../oracle/subject.ts';
import { bodiesOf, chatIn, jsonOf, number, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import type { Need } from './entries.ts';
import { reasonOf } from './reasons.ts';
import { bare } from './recorder.ts';
import type { Requests } from './requests.ts';
import type { Ran, RecordedAction, RecordedRequest } from './recorded.ts';

/** The name of a bot, with its mark (BOT-2). */
export const markedName = (name: string): string => `${name.trim()} 🤖`;

interface BotCalls {
  /** Calls of its owner, and of a member who manages the hooks of its group. */
  readonly own: readonly string[];
  readonly hooks: readonly string[];
}
export const REMOVES_BOT: BotCalls = { own: ['removebot'], hooks: ['removehook', 'removeoutgoing'] };
export const RENAMES_BOT: BotCalls = { own: ['renamebot'], hooks: ['edithook', 'editoutgoing'] };

/** A user who has the right to it asked for that change of a bot. */
export function isBotAsked(
  oracle: Oracle,
  bot: number,
  at: number,
  requests: Requests,
  { own, hooks }: BotCalls,
  fits: (body: RequestBody) => boolean = () => true,
): boolean {
  const group = oracle.programs.groupOf(bot);
  const asked = (call: string, field: string) =>
    requests.askers(call, at, (body) => number(body[field]) === bot && fits(body));
  if (group === undefined)
    return own.some((call) => asked(call, 'id').includes(oracle.programs.owners.get(bot) ?? 0));
  return hooks.some((call) =>
    asked(call, 'hook').some((by) => atLeast(oracle, by, group, ROLE.manager) === null),
  );
}

/** Admits the bot of a new hook by the member who made the hook; null: the user is another one. */
export function hookBotIn(
  { programs = [] }: Ran,
  at: number,
  requests: Requests,
  { action }: RecordedAction,
): RecordedAction | null {
  const isHook = programs.some((one) => one.what === 'hook' || one.what === 'outgoing');
  if (!isHook || action.do !== 'admit') return null;
  const { by, chat } = action;
  const isAsked = ['addhook', 'addoutgoing'].some((call) =>
    requests.some(call, at, by, (body) => chatIn(by, body['id']) === chat),
  );
  return { action: { ...action, letInBy: [by] }, isRequested: isAsked };
}

/** Reports a change for which no user with the right to it had asked. */
export function programFaults(
  oracle: Oracle,
  fact: ProgramFact,
  at: number,
  requests: Requests,
): readonly string[] {
  return isRightlyWritten(oracle, fact, at, requests)
    ? []
    : [`nobody with the right to it asked for ${JSON.stringify(fact)}`];
}

function isRightlyWritten(oracle: Oracle, fact: ProgramFact, at: number, requests: Requests): boolean {
  const { owners, tokens, hooks } = oracle.programs;
  const ownerOf = (user: number): number => owners.get(user) ?? user;
  const managers = (call: string, bot: number): boolean =>
    isBotAsked(oracle, bot, at, requests, { own: [], hooks: [call] });
  switch (fact.what) {
    case 'bot':
      return ['addbot', 'addhook', 'addoutgoing'].some((call) =>
        requests.some(call, at, fact.owner, () => true),
      );
    case 'token':
      return requests.some('addtoken', at, ownerOf(fact.token.user), (body) =>
        [0, fact.token.user].includes(number(body['bot']) || 0),
      );
    case 'tokenEnds':
      return requests.some('removetoken', at, ownerOf(tokens.get(fact.hash)?.user ?? 0), (body) =>
        fact.hash.startsWith(textOf(body['id'])),
      );
    case 'hookMoves':
      return managers('renewhook', hooks.get(fact.hash)?.user ?? 0);
    case 'hookEnds':
      return managers('removehook', hooks.get(fact.hash)?.user ?? 0);
    case 'outgoingEnds':
      return managers('removeoutgoing', fact.user);
    case 'address':
    case 'addressEnds':
      return requests.some(
        'setbotprogram',
        at,
        ownerOf(fact.user),
        (body) => number(body['id']) === fact.user,
      );
    case 'hook':
    case 'outgoing':
      return true;
  }
}

/** Returns conditions of a request with a token, to a hook, or about a command of a bot. */
export function programNeeds(
  oracle: Oracle,
  request: RecordedRequest,
  digest: (text: string) => string,
): readonly Need[] {
  if (request.answer === null) return [];
  const { call } = request;
  if (call === 'hook') return hookNeeds(oracle, request, digest);
  return [...tokenNeeds(oracle, request, digest), ...(USES[call]?.(oracle, request) ?? [])];
}

const need = (question: string, isTrue: Need['isTrue']): Need => ({ question, isTrue });
const reasonIn = ({ answer }: RecordedRequest): string | null =>
  answer === null || answer.code === 0 ? null : reasonOf(answer.msg);

function tokenNeeds(
  oracle: Oracle,
  request: RecordedRequest,
  digest: (text: string) => string,
): readonly Need[] {
  const { token, path, call, body, user, answer } = request;
  // Calls that need no login ignore a token.
  if (token === null || user === null || !/parley_/i.test(token) || path.startsWith('/common/pub/'))
    return [];
  const hash = digest(bare(token));
  const reason = reasonIn(request);
  const bodies = Array.isArray(jsonOf(body ?? '')) ? bodiesOf(body) : bodiesOf(body).slice(0, 1);
  const chatsNamed = (field: string): readonly (string | null)[] =>
    bodies.map((one) => {
      if (field !== 'message') return textOf(one[field]);
      const chat = lineWithId(oracle, textOf(one['id']))?.chat;
      return chat === undefined ? null : contactOf(user, chat);
    });
  /** The oracle does not know ids of system lines. */
  const isUnsure = (): boolean =>
    isAboutMessage(call) &&
    refusal() === 'tokenChats' &&
    lineWithId(oracle, textOf(bodies[0]?.['id'])) === undefined;
  const refusal = (): string | null => {
    const row = oracle.programs.tokens.get(hash);
    return row === undefined ? 'gone' : tokenRefusal(row, call, chatsNamed);
  };
  const isLive: Need['isTrue'] = (times) => times.some((nowMs) => isTokenLive(oracle, hash, nowMs));
  if (answer?.code === 0)
    return [
      need('was that token live', isLive),
      need('did it permit that call', () => refusal() === null || isUnsure()),
    ];
  if (reason === 'tokenDead')
    return [need('was that token over', (times) => times.some((ms) => !isTokenLive(oracle, hash, ms)))];
  if (reason === 'tokenCall' || reason === 'tokenReads' || reason === 'tokenChats')
    return [need(`was it refused by ${reason}`, () => refusal() === reason)];
  return [];
}

/** A chat as this user names it. */
function contactOf(me: number, chat: string): string {
  const [a, b] = chat.split('-').map(Number);
  if (/^\d+-\d+$/.test(chat)) return String(a === me ? b : a);
  return chat;
}

/** Answers at an address of a hook (HOOK-5); `response_url` is checked by the messages that come of it. */
function hookNeeds(
  oracle: Oracle,
  { path, answer }: RecordedRequest,
  digest: (text: string) => string,
): readonly Need[] {
  const secret = path.slice('/hooks/'.length);
  if (!/^[0-9a-f]{48}$/.test(secret)) return [];
  const hash = digest(secret);
  const hook = () => oracle.programs.hooks.get(hash);
  const isDead = (): boolean => hook() === undefined;
  const member = () => {
    const found = hook();
    return found && oracle.seat(found.user, found.chat);
  };
  const refusal = (): string | null => {
    const found = hook();
    return found === undefined ? 'gone' : speech(oracle, found.user, found.chat, []);
  };
  const at =
    (isTrue: () => boolean): Need['isTrue'] =>
    (times) =>
      times.some((nowMs) => {
        oracle.nowMs = nowMs;
        return isTrue();
      });
  switch (answer?.msg) {
    case 'ok':
      return [need('was that an address of a hook', () => !isDead())];
    case 'no_service':
      return [need('was that no address of a hook', isDead)];
    case 'channel_not_found':
      return [need('was the hook out of its group', () => isDead() || !member())];
    case 'channel_is_archived':
      return [
        need(
          'was the group over',
          () => isDead() || oracle.chats.get(hook()?.chat ?? '')?.group?.over === true,
        ),
      ];
    case 'action_prohibited':
      return [
        need(
          'was the hook muted or disabled',
          at(() => refusal() !== null || !isActive(oracle, hook()?.user ?? 0)),
        ),
      ];
    default:
      return [];
  }
}

/** Uses of bots by their commands and buttons. */
const USES: Readonly<Record<string, (oracle: Oracle, request: RecordedRequest) => readonly Need[]>> = {
  botcommands: (oracle, request) => {
    const [me, chat] = placeOf(request);
    const { answer } = request;
    if (chat === null || answer?.code !== 0) return [];
    const rows = answer.data as readonly { readonly name: string; readonly bot: number }[];
    const given = rows.map(({ name, bot }) => `${bot} ${name}`).join();
    return [
      need(`were those the commands there`, (times) =>
        times.some((nowMs) => {
          oracle.nowMs = nowMs;
          return chat === `u${me}` ? given === '' : commandsIn(oracle, me, chat)?.join() === given;
        }),
      ),
    ];
  },
  runcommand: (oracle, request) => {
    const [me, chat, body] = placeOf(request);
    if (chat === null) return [];
    const has = (): boolean =>
      oracle.programs.commands.get(number(body['bot']))?.includes(textOf(body['name'])) === true &&
      isActive(oracle, number(body['bot'])) &&
      oracle.present(chat).includes(number(body['bot']));
    if (request.answer?.code === 0)
      return [need('had the bot there that command', has), mayWrite(oracle, me, () => chat)];
    return reasonIn(request) === 'commandUnknown' ? [need('was there no such command', () => !has())] : [];
  },
  pressbutton: (oracle, { user, body, answer }) => {
    if (user === null || answer?.code !== 0) return [];
    const line = () => lineWithId(oracle, textOf(bodiesOf(body)[0]?.['id']));
    const isOffered = (): boolean => {
      const { by = 0, chat = '' } = line() ?? {};
      return oracle.programs.commands.has(by) && isActive(oracle, by) && oracle.present(chat).includes(by);
    };
    return [need('had a bot there that button', isOffered), mayWrite(oracle, user, () => line()?.chat ?? '')];
  },
};

const mayWrite = (oracle: Oracle, user: number, chat: () => string): Need =>
  need('might they write there', (times) =>
    times.some((nowMs) => {
      oracle.nowMs = nowMs;
      return speech(oracle, user, chat(), []) === null;
    }),
  );

const placeOf = ({ user, body }: RecordedRequest): readonly [number, string | null, RequestBody] => {
  const [first = {}] = bodiesOf(body);
  const me = user ?? 0;
  return [me, chatIn(me, first['toContactId']), first];
};
