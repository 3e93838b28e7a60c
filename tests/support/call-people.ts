import type { CallView } from '../../src/client/interface/calls.ts';
import { contactId, userId, type ContactId, type UserId } from '../../src/domain/ids.ts';
import { mediaNetwork, type FakeMedia, type MediaNetwork } from './fake-media.ts';
import { browser, signIn, until, type Browser, type Seen, type Tab } from './real-device.ts';
import { startWorld, type World } from './world.ts';

/** A user who can call: one tab with devices, and the call that it shows. */
export interface Caller {
  readonly id: UserId;
  readonly name: string;
  readonly tab: Tab;
  readonly media: FakeMedia;
  readonly browser: Browser;
  view(): CallView | null;
  stage(): CallView['stage'] | null;
  /** Events of the signals that left this tab. */
  posts(): readonly string[];
  bodies(): readonly Record<string, unknown>[];
}

export interface PersonOptions {
  readonly isMobile?: boolean;
  readonly trace?: (seen: Seen) => void;
}

export interface CallStage {
  readonly network: MediaNetwork;
  person(name: string, options?: PersonOptions): Promise<Caller>;
  /** Signs in another device of the user. */
  device(of: Caller, options?: PersonOptions): Promise<Caller>;
  /** Reloads the page of the user, or crashes it and loads it again. The old page sends nothing any more. */
  reload(who: Caller): Promise<Caller>;
  befriend(a: Caller, b: Caller): Promise<void>;
  call(from: Caller, to: Caller, video?: boolean): Promise<void>;
  /** Both up to talking. */
  talk(from: Caller, to: Caller, video?: boolean): Promise<void>;
  until(fact: () => boolean, limitMs?: number): Promise<void>;
  /** Code and length of the newest call record, as the user's chat shows it. */
  record(who: Caller, other: Caller): Promise<readonly [unknown, unknown]>;
}

/** Two friends with a page each, and everything around them; `end` leaves nothing open. */
export interface TwoCallers {
  readonly world: World;
  readonly stage: CallStage;
  readonly anna: Caller;
  readonly bert: Caller;
  readonly end: (...others: readonly Caller[]) => Promise<void>;
}

export async function twoCallers(): Promise<TwoCallers> {
  const world = await startWorld();
  const stage = callStage(world);
  const [anna, bert] = [await stage.person('anna'), await stage.person('bert')];
  await stage.befriend(anna, bert);
  const end = async (...others: readonly Caller[]) => {
    for (const one of [anna, bert, ...others]) await one.tab.client.stop();
    await world.close();
  };
  return { world, stage, anna, bert, end };
}

export function callStage(world: World): CallStage {
  const network = mediaNetwork();
  const wait: CallStage['until'] = (fact, limitMs) => until(world, fact, limitMs);
  const stage: CallStage = {
    network,
    person: (name, options = {}) => person(world, network, name, options),
    device: (of, options = {}) => person(world, network, of.name, options),
    reload: async (who) => {
      who.tab.page.shut();
      await who.tab.crash();
      return callerOf(who.name, await who.browser.open({}, who.tab.memory), who.browser, who.media, who.id);
    },
    befriend: async (a, b) => {
      await a.tab.client.actions.applyFriend(b.id, 'hello');
      await b.tab.client.actions.applyFriend(a.id, 'hello');
      await wait(() => isAcquainted(a, b) && isAcquainted(b, a));
    },
    call: async (from, to, video = false) => {
      const begun = await from.tab.client.actions.startCall(to.id, { video, name: to.name, avatar: '' });
      if (!begun.ok)
        throw new Error(`no call: ${from.tab.client.calls.mayCall(contactId(to.id)) ?? 'but why'}`);
    },
    talk: async (from, to, video) => {
      await stage.call(from, to, video);
      await wait(() => to.stage() === 'ringing');
      to.tab.client.actions.answerCall();
      await wait(() => from.stage() === 'talking' && to.stage() === 'talking');
    },
    until: wait,
    record: async (who, other) => {
      const id: ContactId = contactId(other.id);
      who.tab.client.actions.openChat(id);
      const last = () =>
        who.tab.client.core
          .get()
          .conversations.get(id)
          ?.chunks.flat()
          .findLast((one) => one.type === 'webrtc');
      await wait(() => last() !== undefined);
      who.tab.client.actions.openChat(null);
      return [last()?.extra?.['code'], last()?.extra?.['callTime']];
    },
  };
  return stage;
}

const isAcquainted = (a: Caller, b: Caller): boolean =>
  a.tab.client.core.get().contacts.get(contactId(b.id))?.isOnline === true;

async function person(
  world: World,
  network: MediaNetwork,
  name: string,
  options: PersonOptions,
): Promise<Caller> {
  const media = network.device();
  const where = browser(world, { ...options, media });
  const tab = await where.open();
  await signIn(world, tab, name);
  return callerOf(name, tab, where, media, userId(tab.client.core.get().self?.id ?? 0));
}

function callerOf(name: string, tab: Tab, where: Browser, media: FakeMedia, id: UserId): Caller {
  const bodies = () =>
    tab.network.requests
      .filter((one) => one.path.endsWith('sendToMsg'))
      .map((one) => one.body as Record<string, unknown>);
  return {
    id,
    name,
    tab,
    media,
    browser: where,
    view: () => tab.client.calls.get(),
    stage: () => tab.client.calls.get()?.stage ?? null,
    bodies,
    posts: () => bodies().map((body) => String(body['event'])),
  };
}
