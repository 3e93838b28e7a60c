import { createCallDriver } from '../../src/client/call/call-driver.ts';
import type { PairCallDriver } from '../../src/client/call/driver.ts';
import { createApi } from '../../src/client/connection/api.ts';
import type { Api } from '../../src/client/connection/api.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import type { ClientStore } from '../../src/client/state/store.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { fail, ok } from '../../src/domain/result.ts';
import type { LocalMedia, MediaPort, MediaProblem, PeerEvent } from '../../src/ports/media.ts';
import type { DevicePort } from '../../src/ports/device.ts';
import { createChance } from '../plan/random.ts';
import type { VirtualClock } from '../time/virtual-clock.ts';

/** The calls of a scripted client: its real driver, over devices and a server that follow the script. */
export interface ScriptedCalls {
  /** `call {to, video}`, `answer`, `hangUp`, `close`. */
  user(event: Readonly<Record<string, unknown>>): void;
  /**
   * `given`, or `denied`, `missing`, `inUse` for the next question for devices; else an event of the
   * connection.
   */
  media(event: Readonly<Record<string, unknown>>): void;
  /** Sets the server's answer to later steps: an envelope by event, or null for an unreachable server. */
  answers(event: Readonly<Record<string, unknown>>): void;
  /** `call`, `posts`, `mayCall 9`; undefined for facts of others. */
  fact(name: string): unknown;
  /** Starts a new list of sent steps after each question. */
  beginQuestion(): void;
  stop(): void;
}

const never = () => () => undefined;
const page: DevicePort = {
  isOnline: () => true,
  isVisible: () => true,
  isMobile: () => false,
  language: () => 'zh-CN',
  onOnline: never,
  onVisible: never,
  onLeaving: never,
  onGone: never,
};

export function scriptedCalls(store: ClientStore, clock: VirtualClock): ScriptedCalls {
  const devices = scriptedMedia(clock);
  const answers = new Map<string, unknown>();
  let posts: string[] = [];
  const self = () => store.get().self?.id ?? null;
  const api = scriptedApi(answers, (post) => posts.push(post));
  const ids = createChance('script').ids();
  const driver: PairCallDriver = createCallDriver({
    ports: { clock, ids, settings: createMemoryProfile().settings(), media: devices.port },
    api,
    store,
    self,
    raise: () => undefined,
    actions: () => undefined,
  });
  const subscription = store.effects$.subscribe((effect) => {
    if (effect.type === 'callSignal') driver.signalled(effect);
  });
  const unlook = store.subscribe(() => driver.onChange(store.get()));
  const { actions, view } = driver;
  return {
    user: ({ type, to, video }) => {
      if (type === 'call')
        void actions.startCall(userId(Number(to)), { video: video === true, name: '', avatar: '' });
      else if (type === 'answer') actions.answerCall();
      else if (type === 'hangUp') actions.hangUp();
      else actions.closeCall();
    },
    media: devices.take,
    answers: (event) => {
      for (const [name, answer] of Object.entries(event)) answers.set(name, answer);
    },
    fact: (name) => {
      const call = view.get();
      if (name === 'posts') return posts;
      if (name === 'call') return call && [call.stage, call.end].filter((one) => one !== null).join(' ');
      if (name === 'devices') return devices.inUse();
      return name.startsWith('mayCall ') ? view.mayCall(contactId(name.slice('mayCall '.length))) : undefined;
    },
    beginQuestion: () => {
      posts = [];
    },
    stop: () => {
      subscription.unsubscribe();
      unlook();
      driver.stop();
    },
  };
}

/** Answers each step of a call as scripted. */
const scriptedApi = (answers: ReadonlyMap<string, unknown>, posted: (post: string) => void): Api =>
  createApi({
    http: {
      send: ({ body }) => {
        const { event, code } = JSON.parse(body ?? '{}') as {
          readonly event?: string;
          readonly code?: number;
        };
        posted([event, code].filter((one) => one !== undefined).join(' '));
        const answer = answers.has(event ?? '')
          ? answers.get(event ?? '')
          : { code: 0, data: { extends: { code: 901 } } };
        return Promise.resolve(
          answer === null
            ? { kind: 'broken' }
            : { kind: 'answer', status: 200, text: JSON.stringify(answer) },
        );
      },
    },
    device: page,
    absent: () => false,
    raise: () => undefined,
    headers: () => ({ token: 'x', clientId: '', cid: '', language: '' }),
    answered: () => undefined,
    tokenRefused: () => false,
  });

interface ScriptedMedia {
  readonly port: MediaPort;
  readonly take: (event: Readonly<Record<string, unknown>>) => void;
  readonly inUse: () => number;
}

const resolveOk = () => Promise.resolve(ok(undefined));

function scriptedMedia(clock: VirtualClock): ScriptedMedia {
  const open = new Set<LocalMedia>();
  let problem: MediaProblem | null = null;
  let on: ((event: PeerEvent) => void) | null = null;
  const port: MediaPort = {
    supported: true,
    open: ({ video }) => {
      if (problem !== null) return Promise.resolve(fail(problem));
      let audible = true;
      const local: LocalMedia = {
        view: { id: 'local' },
        hasCamera: video,
        get isHeard() {
          return audible;
        },
        setMicrophone: (on) => {
          audible = on;
          return resolveOk();
        },
        onLost: () => undefined,
        setCamera: resolveOk,
        switchCamera: resolveOk,
        switchMicrophone: resolveOk,
        quietNoise: resolveOk,
        shareScreen: resolveOk,
        stopSharing: () => Promise.resolve(),
        close: () => void open.delete(local),
      };
      open.add(local);
      return Promise.resolve(ok(local));
    },
    devices: () => Promise.resolve([]),
    onDevices: never,
    connect: (options) => {
      on = options.on;
      const say = (kind: 'offer' | 'answer' | 'iceCandidate') =>
        clock.setTimeout(() => options.on({ type: 'signal', signal: { kind, text: '{"sdp":"v=0"}' } }), 1);
      if (options.initiator) say('offer');
      return {
        take: ({ kind }) => void (kind === 'offer' && say('answer')),
        restart: () => void say('offer'),
        close: () => (on = null),
      };
    },
  };
  return {
    port,
    take: (event) => {
      const { type } = event;
      if (type === 'given') problem = null;
      else if (type === 'denied' || type === 'missing' || type === 'inUse') problem = type;
      else on?.(event as unknown as PeerEvent);
    },
    inUse: () => open.size,
  };
}
