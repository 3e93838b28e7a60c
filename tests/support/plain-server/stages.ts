import { afterEach } from 'vitest';
import { messagesOf } from '../../../src/client/state/chat-selectors.ts';
import type { State } from '../../../src/client/state/state.ts';
import { contactId, type ContactId } from '../../../src/domain/ids.ts';
import type { Message } from '../../../src/domain/message.ts';
import { createVirtualClock, type VirtualClock } from '../../../simulator/time/virtual-clock.ts';
import { atOnce } from '../../../src/client/at-once.ts';
import type { Notice } from '../../../src/client/interface/client.ts';
import { createClient, type HeadlessClient } from '../../../src/client/create-client.ts';
import { createMemoryProfile, type MemoryProfile } from '../../../src/client/persistence/memory-adapter.ts';
import type { HttpOutcome, HttpRequest, TransferPort } from '../../../src/ports/http.ts';
import type { SocketHandlers } from '../../../src/ports/socket.ts';
import { countingIds } from '../counting-ids.ts';
import { fakePage, type FakePage } from '../fake-page.ts';
import { PlainServer } from './server.ts';
import { befriend, moveIn, type Someone } from './town.ts';

interface Asked {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Our client, headless, on the scripted plain server. */
interface PlainStage {
  readonly clock: VirtualClock;
  readonly plain: PlainServer;
  readonly anna: Someone;
  readonly bert: Someone;
  readonly client: HeadlessClient;
  readonly page: FakePage;
  readonly profile: MemoryProfile;
  readonly notices: Notice[];
  readonly logged: string[];
  readonly requests: Asked[];
  /** Paths that contain the text fail from now on, or answer again. */
  breaks(path: string, how?: 'lost' | 'lost answer'): void;
  bodies(path: string): readonly Asked['body'][];
  /** Frames that the client sent on its newest socket. */
  said(): readonly Readonly<Record<string, unknown>>[];
  /** The sockets end from outside. */
  cut(): void;
  login(): Promise<void>;
  settle(): Promise<void>;
}

const PASSWORD = 'secret-1';

function plainStage(): PlainStage {
  const clock = createVirtualClock();
  const plain = new PlainServer('http://plain.test', () => clock.nowMs());
  const [anna, bert] = [
    moveIn(plain.town, 'anna', 'Anna', PASSWORD),
    moveIn(plain.town, 'bert', 'Bert', PASSWORD),
  ];
  befriend(plain.town, anna.id, bert.id);
  const page = fakePage();
  const profile = createMemoryProfile();
  const requests: Asked[] = [];
  const broken = new Map<string, 'lost' | 'lost answer'>();
  let sentMessages: Record<string, unknown>[] = [];
  const ends = new Set<() => void>();

  const post = async (
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string | FormData | null,
  ): Promise<HttpOutcome> => {
    const how = [...broken].find(([part]) => path.includes(part))?.[1];
    if (how === 'lost') return { kind: 'broken' };
    const answer = await plain.fetch(
      new Request(`http://plain.test${path}`, { method: 'POST', headers: { ...headers }, body }),
    );
    return how === undefined
      ? { kind: 'answer', status: answer.status, text: await answer.text() }
      : { kind: 'broken' };
  };
  const send = ({ path, headers, body }: HttpRequest): Promise<HttpOutcome> => {
    requests.push({ path, body: JSON.parse(body ?? '{}') as Asked['body'] });
    return post(path, headers, body);
  };
  const upload: TransferPort['upload'] = ({ path, headers, fields, file }) => {
    requests.push({ path, body: JSON.parse(fields['message'] ?? '{}') as Asked['body'] });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file.body, file.name);
    return { outcome: post(path, headers, form), abort: () => undefined };
  };
  const open = (_url: string, handlers: SocketHandlers) => {
    sentMessages = [];
    const mine = sentMessages;
    let live = true;
    const end = () => {
      if (!live) return;
      live = false;
      ends.delete(end);
      handlers.closed({ opened: true, code: 1006, reason: '' });
      line?.closed();
    };
    let line: ReturnType<PlainServer['open']> | null = null;
    ends.add(end);
    queueMicrotask(() => {
      if (!live) return;
      handlers.opened();
      line = plain.open((text) => live && handlers.frame(text), end);
    });
    return {
      send: (text: string) => {
        mine.push(JSON.parse(text) as Record<string, unknown>);
        queueMicrotask(() => line?.said(text));
      },
      close: () => {
        live = false;
        ends.delete(end);
        line?.closed();
      },
    };
  };
  const logged: string[] = [];
  const client = createClient(
    {
      clock,
      random: { next: () => 0.5 },
      ids: countingIds(),
      log: { write: (_level, what, facts) => void logged.push(`${what} ${JSON.stringify(facts ?? '')}`) },
      http: { send },
      transfers: { upload },
      socket: { open },
      device: page,
      settings: profile.settings(),
      records: profile.records,
      tabLock: profile.lock,
      base: { ws: 'ws://plain.test/wss' },
      schedule: (run) => run(),
    },
    atOnce,
  );
  const notices: Notice[] = [];
  client.notices.subscribe((notice) => notices.push(notice));
  const settle = async () => {
    for (let turn = 0; turn < 12; turn += 1) await clock.settle();
  };
  return {
    clock,
    plain,
    anna,
    bert,
    client,
    page,
    profile,
    notices,
    logged,
    requests,
    settle,
    breaks: (path, how) => void (how === undefined ? broken.delete(path) : broken.set(path, how)),
    bodies: (path) => requests.filter((one) => one.path.includes(path)).map((one) => one.body),
    said: () => sentMessages,
    cut: () => {
      for (const end of ends) end();
    },
    login: async () => {
      await client.start();
      const answer = await client.actions.login({ account: 'anna', password: PASSWORD, remember: true });
      if (!answer.ok) throw new Error(JSON.stringify(answer.reason));
      await settle();
    },
  };
}

/** Opens stages of one file, with or without a login, and ends them after each test. */
export function plainStages(): {
  readonly staged: () => PlainStage;
  readonly entered: () => Promise<PlainStage>;
} {
  const open: PlainStage[] = [];
  afterEach(async () => {
    for (const stage of open.splice(0)) await stage.client.stop();
  });
  const staged = () => {
    const stage = plainStage();
    open.push(stage);
    return stage;
  };
  const entered = async () => {
    const stage = staged();
    await stage.login();
    return stage;
  };
  return { staged, entered };
}

export const stateOf = (stage: PlainStage): State => stage.client.store.get();
export const bertOf = (stage: PlainStage): ContactId => contactId(stage.bert.id);

/** Messages of a chat; unsent ones in brackets. */
export const shown = (stage: PlainStage, id = bertOf(stage)): readonly string[] =>
  messagesOf(stateOf(stage), id).map((one) =>
    one.kind === 'message' ? one.message.content : `(${one.item.message.content})`,
  );

/** The first message of Bert's chat. */
export function messageIn(stage: PlainStage): Message {
  const [first] = messagesOf(stateOf(stage), bertOf(stage));
  if (first?.kind !== 'message') throw new Error('nothing is shown');
  return first.message;
}
