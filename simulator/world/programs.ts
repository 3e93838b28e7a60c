import { createHash } from 'node:crypto';
import { Receiver } from '../../src/library/receiver.ts';
import type { Received } from '../../src/library/receiver.ts';
import { createCall, RefusedError } from '../../src/library/requests.ts';
import { keepSession } from '../../src/client/session/session.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import type { SettingsPort } from '../../src/ports/storage.ts';
import { decodeContactsPlace } from '../../src/wire/answers/contacts.ts';
import type { Tab } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import { createDeviceNetwork } from '../network/network.ts';
import type { DeviceNetwork } from '../network/network.ts';
import type { Receivers } from '../environment/receivers.ts';
import type { Heard, ProgramOfBot, Programs, World, WorldHook } from './world-type.ts';

const RETRY_MS = 5_000;
const ADDRESS = '10.0.8.8';

/**
 * A program with the library of docs/bots.md: the real client over a token, and the real receiver, which
 * hands on each message once. It answers some users; it may be away.
 */
class WorldBot implements ProgramOfBot {
  readonly heard: Heard[] = [];
  readonly starts = new Map<string, number>();
  readonly #world: World;
  /** A life of the program; a later one replaces it. */
  #life = 0;
  #isStarting = false;

  constructor(
    world: World,
    readonly person: WorldPerson,
    readonly owner: number,
    readonly token: string,
  ) {
    this.#world = world;
  }

  get tab(): Tab | undefined {
    return this.person.devices[0]?.tabs[0];
  }

  /** It runs, or is about to. */
  get isRunning(): boolean {
    const name = this.tab?.client.session.get().name;
    return this.#isStarting || name === 'signedIn' || name === 'starting';
  }

  restart(): void {
    this.kill();
    const life = (this.#life += 1);
    this.#isStarting = true;
    void this.#start(life).finally(() => {
      if (life === this.#life) this.#isStarting = false;
    });
  }

  async #start(life: number): Promise<void> {
    const world = this.#world;
    const [device = world.addDevice(this.person)] = this.person.devices;
    const { settings } = device.disk.tab(() => life === this.#life);
    const token = `Bearer ${this.token}`;
    const call = createCall({ send: (request) => device.link.send(request) }, token, 'zh');
    while (life === this.#life && settings.get('authToken') !== token) {
      const answer = await call('/enterprise/im/getContacts').catch((error: unknown) => error);
      if (life !== this.#life) return;
      if (answer instanceof RefusedError) return;
      if (answer instanceof Error) await this.#wait(RETRY_MS);
      else {
        const { self } = decodeContactsPlace(answer);
        if (!self) return;
        keepSession({ settings }, { token, self, user: self.id, logoutKey: '', login: 'program' });
      }
    }
    if (life !== this.#life) return;
    const tab = device.open();
    const me = userId(this.person.id);
    const parts = { client: tab.client, call, clock: tab.clock, settings: this.#noting(settings), me };
    const handle = (message: Received): unknown => this.#hears(tab, message);
    new Receiver({ ...parts, handle, onError: () => undefined }).start();
  }

  /** Its first position in a chat is where it begins. */
  #noting(settings: SettingsPort): SettingsPort {
    return {
      ...settings,
      set: (key, text) => {
        const [word, chat = ''] = key.split(' ');
        if (word === 'handled' && !this.starts.has(chat)) this.starts.set(chat, Number(text));
        settings.set(key, text);
      },
    };
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#world.clock.setTimeout(resolve, ms));
  }

  kill(): void {
    this.#life += 1;
    this.#isStarting = false;
    const [device] = this.person.devices;
    for (const tab of device?.tabs.slice() ?? []) device?.close(tab);
  }

  /** Answers every third message of a user, never a bot. */
  #hears(tab: Tab, { id, chat, n, from }: Received): void {
    if (tab.clock.dead) return;
    this.heard.push({ id, chat, n });
    this.#world.record.count('bot: given a message');
    if (n % 3 > 0 || from.name.endsWith('🤖')) return;
    void this.write(chat, `e${n}.${this.person.id}`, tab);
  }

  async write(chat: string, text: string, tab = this.tab): Promise<void> {
    if (!tab || tab.client.session.get().name !== 'signedIn') return;
    await tab.client.actions.send(contactId(chat), { ...EMPTY_DRAFT, text });
  }
}

export class WorldPrograms implements Programs {
  readonly bots: WorldBot[] = [];
  readonly hooks: WorldHook[] = [];
  readonly tokens: Programs['tokens'] = [];
  readonly unreachable = new Set<number>();
  readonly #link: DeviceNetwork;
  readonly #world: World;

  constructor(world: World, receivers: Receivers) {
    this.#world = world;
    const { around, nodes, recorder } = world;
    this.#link = createDeviceNetwork({
      around,
      nodes,
      recorder,
      chance: around.chance.fork('programs'),
      name: 'programs',
      address: ADDRESS,
      userAgent: 'Program',
      answered: () => undefined,
      framed: () => undefined,
      pathChanged: () => undefined,
    });
    receivers.listen({
      says: (bot, chat, words) => recorder.given(bot, 'given', { chat, words }),
      replaces: (bot, id, words) => recorder.given(bot, 'replaced', { id, words }),
      posts: (path, body) => void this.post(path, body),
    });
  }

  post(path: string, body: object, delivery = ''): Promise<unknown> {
    const headers = {
      'content-type': 'application/json',
      ...(delivery !== '' && { 'webhook-id': delivery }),
    };
    return this.#link.send({ path, method: 'POST', headers, body: JSON.stringify(body), timeoutMs: 10_000 });
  }

  call(token: string, path: string, body: object): Promise<unknown> {
    return this.#link.send({
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      timeoutMs: 10_000,
    });
  }

  begin(person: WorldPerson, owner: number, token: string): void {
    const bot = new WorldBot(this.#world, person, owner, token);
    this.bots.push(bot);
    bot.restart();
  }

  async heal(): Promise<void> {
    const { store, storeClock } = this.#world;
    for (const bot of this.bots.slice()) {
      if (bot.isRunning) continue;
      const hash = createHash('sha256').update(bot.token).digest('hex');
      const isLive = (await store.read((tx) => tx.accessTokens.byHash(hash, storeClock.nowMs()))) !== null;
      // A concurrent call may have started it.
      if (bot.isRunning || !this.bots.includes(bot)) continue;
      if (isLive) bot.restart();
      else {
        bot.kill();
        this.bots.splice(this.bots.indexOf(bot), 1);
      }
    }
  }
}
