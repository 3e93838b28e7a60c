import { isHere, speech } from './chat-rights.ts';
import type { OracleCore } from './subject.ts';

/** A change of bots, access tokens, hooks and addresses, as a command wrote it. */
export type ProgramFact =
  | { readonly what: 'bot'; readonly user: number; readonly owner: number }
  | { readonly what: 'token'; readonly hash: string; readonly token: OracleToken }
  | { readonly what: 'tokenEnds'; readonly hash: string }
  | { readonly what: 'hook'; readonly hash: string; readonly hook: OracleHook }
  | { readonly what: 'hookMoves'; readonly hash: string; readonly to: string }
  | { readonly what: 'hookEnds'; readonly hash: string }
  | { readonly what: 'outgoing'; readonly user: number; readonly chat: string }
  | { readonly what: 'outgoingEnds'; readonly user: number }
  | { readonly what: 'address'; readonly user: number; readonly commands: readonly string[] }
  | { readonly what: 'addressEnds'; readonly user: number };

export interface OracleToken {
  readonly user: number;
  readonly writes: boolean;
  /** The names that its user has for them; null: every chat. */
  readonly chats: readonly string[] | null;
  readonly untilMs: number;
}

export interface OracleHook {
  readonly user: number;
  readonly chat: string;
}

/** Calls of a token to read, and to write (docs/bots.md), with the field that names the chat or a message. */
const READS: Readonly<Record<string, string>> = {
  getcontacts: '',
  sync: '',
  getcontactinfo: 'id',
  getuserinfo: 'any',
  getmessagelist: 'toContactId',
  getmessagepins: 'toContactId',
  getthread: 'toContactId',
  readby: 'message',
  reactions: 'message',
  voters: 'message',
  search: 'toContactId',
  groupinfo: 'group_id',
  groupuserlist: 'group_id',
  grouplines: 'id',
  quota: 'any',
  renew: '',
  getsysteminfo: 'any',
  binduid: '',
};
const WRITES: Readonly<Record<string, string>> = {
  sendmessage: 'toContactId',
  editmessage: 'message',
  undomessage: 'message',
  forwardmessage: '',
  uploadfile: '',
  react: 'message',
  vote: 'message',
  closepoll: 'message',
  pinmessage: 'message',
  followthread: 'toContactId',
  removepreview: 'message',
  setmsgisread: 'toContactId',
  readatmsg: 'toContactId',
};

/** Bots, tokens, hooks and the commands of bots. */
export class OraclePrograms {
  readonly owners = new Map<number, number>();
  readonly tokens = new Map<string, OracleToken>();
  readonly hooks = new Map<string, OracleHook>();
  readonly outgoing = new Map<number, string>();
  readonly commands = new Map<number, readonly string[]>();

  apply(fact: ProgramFact): void {
    switch (fact.what) {
      case 'bot':
        return void this.owners.set(fact.user, fact.owner);
      case 'token':
        return void this.tokens.set(fact.hash, fact.token);
      case 'tokenEnds':
        return void this.tokens.delete(fact.hash);
      case 'hook':
        return void this.hooks.set(fact.hash, fact.hook);
      case 'hookMoves': {
        const hook = this.hooks.get(fact.hash);
        this.hooks.delete(fact.hash);
        return void (hook && this.hooks.set(fact.to, hook));
      }
      case 'hookEnds':
        return void this.hooks.delete(fact.hash);
      case 'outgoing':
        return void this.outgoing.set(fact.user, fact.chat);
      case 'outgoingEnds':
        return void this.outgoing.delete(fact.user);
      case 'address':
        return void this.commands.set(fact.user, fact.commands);
      case 'addressEnds':
        return void this.commands.delete(fact.user);
    }
  }

  /** The group of a hook; undefined for other bots. */
  groupOf(bot: number): string | undefined {
    return this.outgoing.get(bot) ?? [...this.hooks.values()].find(({ user }) => user === bot)?.chat;
  }
}

type Knows = OracleCore & { readonly programs: OraclePrograms };

/** An active account; of a bot, also its owner is active. */
export const isActive = (oracle: Knows, user: number): boolean =>
  isHere(oracle, user) && isHere(oracle, oracle.programs.owners.get(user) ?? user);

export function isTokenLive(oracle: Knows, hash: string, nowMs: number): boolean {
  const token = oracle.programs.tokens.get(hash);
  return token !== undefined && token.untilMs > nowMs && isActive(oracle, token.user);
}

export const isAboutMessage = (call: string): boolean => (READS[call] ?? WRITES[call]) === 'message';

/** Why a token may not make a call; null: its user decides. `chatOf`: chats that the body names. */
export function tokenRefusal(
  { writes, chats }: OracleToken,
  call: string,
  chatsNamed: (field: string) => readonly (string | null)[],
): 'tokenCall' | 'tokenReads' | 'tokenChats' | null {
  const field = READS[call] ?? WRITES[call];
  if (field === undefined) return 'tokenCall';
  if (!writes && READS[call] === undefined) return 'tokenReads';
  if (chats === null || field === 'any') return null;
  const named = field === '' ? [null] : chatsNamed(field);
  return named.length > 0 && named.every((chat) => chat !== null && chats.includes(chat))
    ? null
    : 'tokenChats';
}

/** Commands of the bots in a chat in which this user may write, with the number of the bot; null: none. */
export function commandsIn(oracle: Knows, me: number, chat: string): readonly string[] | null {
  if (speech(oracle, me, chat, []) !== null) return null;
  const present = oracle.present(chat).toSorted((a, b) => a - b);
  const taken = new Set<string>();
  return present
    .filter((one) => isActive(oracle, one))
    .flatMap((bot) =>
      (oracle.programs.commands.get(bot) ?? []).flatMap((name) => {
        if (taken.has(name)) return [];
        taken.add(name);
        return [`${bot} ${name}`];
      }),
    );
}
