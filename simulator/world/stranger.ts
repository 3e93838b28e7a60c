import { userId } from '../../src/domain/ids.ts';
import { PASSWORD } from '../devices/device.ts';
import { createDeviceNetwork } from '../network/network.ts';
import type { DeviceNetwork } from '../network/network.ts';
import type { SocketHandle } from '../../src/ports/socket.ts';
import type { Chance } from '../plan/random.ts';
import type { PlanStep } from '../plan/step.ts';
import type { World } from './world-type.ts';
import type { WorldPerson } from '../devices/person.ts';
import type { DishonestDevice, StrangerAnswer } from '../dishonest/dishonest-device.ts';
import type { Source } from '../dishonest/fields.ts';
import { drawLie } from '../dishonest/lie.ts';
import type { Lie } from '../dishonest/lie.ts';
import { drawSpeech } from '../dishonest/speech.ts';

/** Maximum forged requests repeated when all rests. */
const AGAIN = 40;
const SOCKETS = 3;
const TIMEOUT_MS = 10_000;
const ADDRESS = '10.0.9.9';
const NO_LOGIN = -1;

interface Line {
  readonly handle: SocketHandle;
  /** The server's name for it. */
  id: string | null;
  /** A `bindUid` that may have been true was sent, on it or by a call. */
  isBindRequested: boolean;
}

/**
 * A device without a client: it has only the API and what it has seen of the World. It belongs to a user with
 * an account, whom the others may know or not.
 */
export class Stranger implements DishonestDevice {
  readonly person: WorldPerson;
  /** Requests to repeat at rest. */
  readonly repeats: Lie[] = [];
  /** Frames on sockets that never showed a token (GATE-2). */
  readonly tooEarly: string[] = [];
  readonly #link: DeviceNetwork;
  readonly #chance: Chance;
  readonly #lines: Line[] = [];
  readonly #world: World;
  #token: string | null = null;
  #frameCount = 0;

  /** `join` adds them to the users, once an account exists. */
  constructor(
    world: World,
    private readonly join: (person: WorldPerson) => void,
  ) {
    this.#world = world;
    const index = world.people.length;
    this.person = { index, account: `user${index + 1}`, id: 0, devices: [] };
    this.#chance = world.around.chance.fork('stranger');
    this.#link = createDeviceNetwork({
      around: world.around,
      chance: this.#chance.fork('link'),
      nodes: world.nodes,
      name: this.name,
      address: ADDRESS,
      userAgent: 'Desktop',
      recorder: world.recorder,
      answered: (path, _body, text) => {
        world.memory.saw(text);
        world.record.strangerAnswered(this.name, path, text);
      },
      framed: () => undefined,
      pathChanged: () => undefined,
    });
  }

  get name(): string {
    return `${this.person.account}x`;
  }

  /** Executes the step, without waiting for its result. */
  async act(step: PlanStep, number: number): Promise<void> {
    const chance = this.#world.around.chance.fork(`${step.kind} ${step.atMs} ${step.a} ${step.b}`);
    const isKnown = this.person.id !== 0;
    if (!(await this.#signedIn())) return;
    // Mostly a user others know: a user without contacts is refused everywhere.
    if (step.kind === 'mingle' || (!isKnown && step.b % 4 > 0)) return this.#mingle(chance, step);
    if (step.kind === 'speak') return this.#speak(chance);
    const lie = this.#lie(chance, number);
    if (step.b % 2 === 0 && this.repeats.length < AGAIN) this.repeats.push(lie);
    // The same twice, or two things, in one instant.
    const second = chance.pick([null, null, null, lie, this.#lie(chance, number)]);
    this.#world.record.count(second ? 'lies at once' : 'lie');
    await Promise.all([this.ask(lie), second && this.ask(second)]);
  }

  async ask({ path, token, body }: Lie): Promise<StrangerAnswer | null> {
    if (/\/bindUid$/i.test(path))
      for (const line of this.#lines)
        if (line.id !== null && body.includes(line.id)) line.isBindRequested = true;
    const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: token }) };
    const outcome = await this.#link.send({ path, method: 'POST', headers, body, timeoutMs: TIMEOUT_MS });
    const answer =
      outcome.kind === 'answer' && outcome.status === 200
        ? (JSON.parse(outcome.text) as StrangerAnswer)
        : null;
    // It logs in again before its next request.
    if (answer?.code === NO_LOGIN && token === this.#token) this.#token = null;
    return answer;
  }

  /** Takes its sockets along: from now on it is about calls alone. */
  leave(): void {
    for (const { handle } of this.#lines.splice(0)) handle.close();
    this.#link.unplug(false);
    this.#link.thaw();
  }

  #lie(chance: Chance, number: number): Lie {
    const { requests } = this.#world.recorder;
    // A request of another user, repeated verbatim. The addresses of hooks are secrets.
    const earlier = chance.happens(0.2) ? requests[chance.whole(0, requests.length - 1)] : undefined;
    if (
      earlier &&
      !/^\/hooks\/|\/(?:login|register|updateUserInfo|editAccount|editPassword|endLogin|eraseAccount)$/i.test(
        earlier.path,
      )
    )
      return { path: earlier.path, token: this.#token, body: earlier.body ?? '{}' };
    return drawLie(this.#source(chance, number), { own: this.#token, dead: this.#world.recorder.ended() });
  }

  #source(chance: Chance, number: number): Source {
    const { memory, people } = this.#world;
    const words = (): string => `x${number}.${(this.#frameCount += 1)}`;
    return { chance, memory, me: this.person.id, people, words };
  }

  /** Has an account from the first step on, and a login where it can get one. */
  async #signedIn(): Promise<boolean> {
    const { account, index } = this.person;
    if (this.person.id === 0)
      await this.#plainly('', '/common/pub/register', {
        account,
        realname: `Name ${index + 1}`,
        password: PASSWORD,
      });
    if (this.#token === null) {
      const answer = await this.#plainly('', '/common/pub/login', { account, password: PASSWORD });
      if (answer?.code !== 0) return false;
      const { authToken, userInfo } = answer.data as {
        readonly authToken: string;
        readonly userInfo: { readonly user_id: number };
      };
      this.#token = authToken;
      if (this.person.id === 0) this.join(Object.assign(this.person, { id: userInfo.user_id }));
    }
    return true;
  }

  #plainly(token: string, path: string, body: object): Promise<StrangerAnswer | null> {
    return this.ask({ path, token, body: JSON.stringify(body) });
  }

  /** Befriends a user, who accepts, and maybe adds them to a group. */
  async #mingle(chance: Chance, step: PlanStep): Promise<void> {
    const others = this.#world.people.filter((one) => one !== this.person);
    const person = others[step.a % Math.max(1, others.length)];
    const tab = person?.devices.flatMap((device) => device.tabs)[0];
    if (!person || !tab || this.#token === null) return;
    const { actions } = tab.client;
    const groups = [...tab.state().contacts].filter((one) => one.kind === 'group');
    const group = groups[step.b % Math.max(1, groups.length)];
    await this.#plainly(this.#token, '/enterprise/friend/add', { user_id: person.id, remark: 'let me in' });
    const list = await actions.applications('received', 1, 10);
    const waiting = list.ok ? list.value.rows.find((row) => row.status === 2) : undefined;
    if (waiting) await actions.answerApplication(waiting.friendId, true);
    if (group && chance.happens(0.7)) await actions.addMembers(group.id, [userId(this.person.id)]);
  }

  /** Raw frames on a socket, or something done to it. */
  #speak(chance: Chance): void {
    this.#world.record.count('raw frames');
    if (this.#lines.length === 0 || (this.#lines.length < SOCKETS && chance.happens(0.3))) this.#open();
    const line = chance.pick(this.#lines);
    const speech = drawSpeech({
      ...this.#source(chance, 0),
      own: this.#token,
      dead: this.#world.recorder.ended(),
    });
    if (speech.mayBind) line.isBindRequested = true;
    for (const text of speech.frames) line.handle.send(text);
    const after = chance.weighted({ stay: 8, cut: 1, hangUp: 1, freeze: 1 });
    if (after === 'cut') this.#link.disconnect();
    if (after === 'hangUp') line.handle.close();
    if (after === 'freeze') this.#link.freeze(this.#world.clock.elapsedMs() + chance.whole(500, 60_000));
  }

  #open(): void {
    const line: Line = {
      id: null,
      isBindRequested: false,
      handle: this.#link.open({
        opened: () => undefined,
        frame: (text) => {
          this.#world.memory.saw(text);
          line.id ??= /"client_id":"(\w+)"/.exec(text)?.[1] ?? null;
          if (!line.isBindRequested && !/^{"type":"(?:init|ping|pong)"/.test(text)) this.tooEarly.push(text);
          else this.#world.record.framed(this.name, text);
        },
        closed: () => {
          const at = this.#lines.indexOf(line);
          if (at >= 0) this.#lines.splice(at, 1);
        },
      }),
    };
    this.#lines.push(line);
  }
}
