import type { BotCommand, Dialect, OutgoingKind, TokenDays, TokenRight } from '../../domain/bots.ts';
import type { ContactId, MessageId } from '../../domain/ids.ts';
import type {
  BotCommandFacts,
  BotFacts,
  DeliveryFacts,
  HookFacts,
  OutgoingFacts,
  TokenFacts,
} from '../../wire/answers/bots.ts';
import type { Answer } from './answer.ts';

export type Bot = BotFacts;
export type AccessToken = TokenFacts;
export type Hook = HookFacts;

export type OutgoingHook = OutgoingFacts;
export type Delivery = DeliveryFacts;

export type CommandOfBot = BotCommandFacts;

/** `url` '': the bot is not called. */
export interface BotProgram {
  readonly url: string;
  readonly dialect: Dialect;
  readonly commands: readonly BotCommand[];
}

export interface HookForm {
  readonly name: string;
  readonly dialect: Dialect;
}

export interface OutgoingForm {
  readonly name: string;
  readonly url: string;
  readonly kinds: readonly OutgoingKind[];
}

/** `bot` 0: for the user; `chats` empty: every chat. */
export interface NewToken {
  readonly bot: number;
  readonly name: string;
  readonly right: TokenRight;
  readonly chats: readonly ContactId[];
  readonly days: TokenDays;
}

/** The user's bots (BOT-1), and the tokens of both (BOT-4). */
export interface BotActions {
  bots(): Answer<{ readonly bots: readonly Bot[]; readonly tokens: readonly AccessToken[] }>;
  addBot(name: string): Answer;
  renameBot(id: Bot['id'], name: string): Answer;
  removeBot(id: Bot['id']): Answer;
  /** COMMAND-9. Returns the new secret, or ''. */
  setBotProgram(id: Bot['id'], form: BotProgram, renew: boolean): Answer<string>;
  botCommands(chat: ContactId): Answer<readonly CommandOfBot[]>;
  /** Returns what the bot says to this user alone, as markup; '': nothing. */
  runCommand(chat: ContactId, command: CommandOfBot, text: string): Answer<string>;
  /** The same for a button of a bot's message (BOT-14). */
  pressButton(message: MessageId, button: string): Answer<string>;
  /** Returns the token, which is shown only once. */
  addToken(token: NewToken): Answer<string>;
  removeToken(id: AccessToken['id']): Answer;
  /** Incoming hooks of a group (HOOK-2). */
  hooks(group: ContactId): Answer<readonly Hook[]>;
  /** Returns the address, which is shown only once. */
  addHook(group: ContactId, form: HookForm): Answer<string>;
  editHook(group: ContactId, hook: Hook['hook'], form: HookForm): Answer;
  renewHook(group: ContactId, hook: Hook['hook']): Answer<string>;
  removeHook(group: ContactId, hook: Hook['hook']): Answer;
  /** Outgoing hooks of a group (HOOK-9). */
  outgoing(group: ContactId): Answer<readonly OutgoingHook[]>;
  /** Returns the secret, which is shown only once. */
  addOutgoing(group: ContactId, form: OutgoingForm): Answer<string>;
  /** Returns the new secret, or ''. */
  editOutgoing(group: ContactId, hook: Hook['hook'], form: OutgoingForm, renew: boolean): Answer<string>;
  removeOutgoing(group: ContactId, hook: Hook['hook']): Answer;
  deliveries(group: ContactId, hook: Hook['hook']): Answer<readonly Delivery[]>;
  repeatDelivery(group: ContactId, hook: Hook['hook'], seq: number): Answer<Delivery['state']>;
}
