import type { Actions, Client, Notice, SessionState } from '../../src/client/interface/client.ts';
import type { UploadView } from '../../src/client/interface/files.ts';
import { indexOf } from '../../src/client/state/contact-index.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import type { Contact, Conversation, State } from '../../src/client/state/state.ts';
import { totalsOf } from '../../src/client/state/totals.ts';
import { userId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT, type Message } from '../../src/domain/message.ts';
import { ok } from '../../src/domain/result.ts';
import { aLast } from './contacts.ts';
import {
  type ScriptedCalls,
  scriptedCalls,
  type ScriptedGroupCalls,
  scriptedGroupCalls,
} from './scripted-calls.ts';

/**
 * A client that shows a given state and records its calls, for tests of screens. Every action succeeds unless
 * the test replaces it.
 */
export interface ScriptedClient extends Client {
  readonly calls: ScriptedCalls;
  readonly groupCalls: ScriptedGroupCalls;
  set(state: State): void;
  become(session: SessionState): void;
  notify(notice: Notice): void;
  /** An answer on the socket. */
  beat(): void;
  /** Names of the actions asked, in order, with their arguments. */
  readonly asked: readonly (readonly [string, ...unknown[]])[];
}

const NO_UPLOADS: readonly UploadView[] = [];

const join =
  <T>(set: Set<T>) =>
  (run: T) => {
    set.add(run);
    return () => void set.delete(run);
  };

export function scriptedClient(
  start: State,
  own: Partial<Actions> = {},
  first: SessionState = { name: 'signedIn' },
): ScriptedClient {
  let [state, session] = [start, first];
  const [onState, onSession, onAlive, onNotice] = [
    new Set<() => void>(),
    new Set<() => void>(),
    new Set<() => void>(),
    new Set<(notice: Notice) => void>(),
  ];
  const requests: [string, ...unknown[]][] = [];
  const [calls, groupCalls] = [scriptedCalls(), scriptedGroupCalls()];
  const answers: Readonly<Record<string, unknown>> = {
    unsent: 0,
    draft: EMPTY_DRAFT,
    lostDraft: null,
    recording: Promise.resolve(null),
  };
  const match: Readonly<Record<string, unknown>> = {
    messagePins: [],
    botCommands: [],
    serverEmoji: [],
    members: [],
    directory: { rows: [], next: null },
    groupLines: [],
    later: { scheduled: [], reminders: [] },
  };
  const actions = new Proxy(own, {
    get:
      (given, name: string) =>
      (...args: unknown[]) => {
        requests.push([name, ...args]);
        const shown = Reflect.get(calls.actions, name) ?? Reflect.get(groupCalls.actions, name);
        const mine: unknown = Reflect.get(given, name) ?? shown;
        if (typeof mine === 'function') return mine(...args) as unknown;
        return name in answers ? answers[name] : Promise.resolve(ok(match[name]));
      },
    // A proxy answers every name of the interface; the compiler cannot see that.
  }) as Actions;
  return {
    store: { get: () => state, subscribe: join(onState) },
    session: { get: () => session, subscribe: join(onSession) },
    notices: { subscribe: join(onNotice) },
    alive: { subscribe: join(onAlive) },
    uploads: { get: () => NO_UPLOADS, subscribe: () => () => undefined },
    calls,
    groupCalls,
    actions,
    asked: requests,
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    set: (next) => {
      state = next;
      for (const run of onState) run();
    },
    become: (next) => {
      session = next;
      for (const run of onSession) run();
    },
    notify: (notice) => {
      for (const run of onNotice) run(notice);
    },
    beat: () => {
      for (const run of onAlive) run();
    },
  };
}

/** A text as the last message of a contact. */
export const lastText = (content: string, sentAtMs: number): Pick<Contact, 'last' | 'lastSentAtMs'> => ({
  last: aLast({ n: 1, content, sentAtMs, from: null }),
  lastSentAtMs: sentAtMs,
});

/** A loaded chat with all its messages, as a part of `stateWith`. */
export const windowOf = (
  { id }: Pick<Contact, 'id'>,
  messages: readonly Message[],
  part: Partial<Conversation> = {},
): Pick<State, 'conversations'> => ({
  conversations: new Map([
    [
      id,
      {
        id,
        chunks: [messages],
        size: messages.length,
        complete: true,
        loading: 'no',
        live: true,
        early: [],
        erased: new Map(),
        ...part,
      },
    ],
  ]),
});

/** The state of a signed-in, connected user with these contacts. */
export function stateWith(contacts: readonly Contact[], part: Partial<State> = {}): State {
  return {
    ...EMPTY,
    self: {
      id: userId(1),
      account: 'lin.an',
      realname: '林安',
      avatar: '',
      email: '',
      motto: '',
      sex: 2,
      isAuth: false,
      role: 0,
    },
    contacts: indexOf(contacts),
    totals: totalsOf(contacts, 0),
    sync: { ...EMPTY.sync, ready: true },
    connection: { name: 'open', bound: true },
    ...part,
  };
}
