import type { HttpOutcome, HttpRequest, Transfer, UploadRequest } from '../../src/ports/http.ts';
import type { SocketHandle, SocketHandlers } from '../../src/ports/socket.ts';
import type { ParleyServer } from '../../src/server/app.ts';
import { FetchCallRequest } from '../../src/server/http/call-request.ts';
import type { RequestOrigin } from '../../src/server/kernel/request.ts';
import { bodyOfForm, formRequestOf, requestOf } from '../environment/http.ts';
import type { WorldForm } from '../environment/http.ts';
import type { WorldNode } from '../nodes/node.ts';
import type { Chance } from '../plan/random.ts';
import type { Surroundings } from '../environment/surroundings.ts';
import { passing } from '../time/holds.ts';
import { openWire } from './wire.ts';
import type { Wire } from './wire.ts';
import type { Recorder } from '../recorder/recorder.ts';

/** The servers as reachable from one device. */
export interface DeviceNetwork {
  send(request: Going): Promise<HttpOutcome>;
  /** A form with a file; how long it takes is chance, not size. */
  upload(request: UploadRequest): Transfer;
  open(handlers: SocketHandlers): SocketHandle;
  /** Both ends notice that the sockets broke. */
  disconnect(): void;
  /** Blocks all traffic until then, without notice: present sockets stay half-open. */
  freeze(untilMs: number): void;
  thaw(): void;
  /** The cable is out. */
  unplug(out: boolean): void;
  /** Something can get through now. */
  through(): boolean;
  /** Some socket has gone silent without its page noticing. */
  halfOpen(): boolean;
}

/** A request on its way; a form where it is an upload. */
export interface Going extends HttpRequest {
  readonly form?: WorldForm;
}

export interface DeviceNetworkOptions {
  readonly around: Surroundings;
  readonly chance: Chance;
  readonly nodes: readonly WorldNode[];
  readonly name: string;
  readonly userAgent: string;
  /** Source address; all honest devices share one. */
  readonly address?: string;
  readonly recorder: Recorder;
  /** Sees every answer of a node, whether or not it reaches the device. */
  readonly answered: (path: string, body: string | null, text: string) => void;
  /** Sees every frame that a node gives to a socket of this device. */
  readonly framed: (text: string) => void;
  /** A socket has come to this node. */
  readonly onNode?: (node: WorldNode) => void;
  /** Reports that reachability may have changed. */
  readonly pathChanged: () => void;
}

/** Proxies may repeat a request. */
const LATE_COPY_MS = 8_000;

const BROKEN: HttpOutcome = { kind: 'broken' };
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

export const createDeviceNetwork = (options: DeviceNetworkOptions): DeviceNetwork => new WorldLink(options);

class WorldLink implements DeviceNetwork {
  readonly #options: DeviceNetworkOptions;
  readonly #wires = new Set<Wire>();
  #frozenUntil = 0;
  #unplugged = false;
  #sockets = 0;

  constructor(options: DeviceNetworkOptions) {
    this.#options = options;
  }

  async send(request: Going): Promise<HttpOutcome> {
    const { clock } = this.#options.around;
    let timer: unknown = null;
    const late = new Promise<HttpOutcome>((resolve) => {
      timer = clock.setTimeout(() => resolve({ kind: 'timeout' }), request.timeoutMs);
    });
    const outcome = await Promise.race([this.#travel(request), late]);
    clock.clearTimeout(timer);
    return outcome;
  }

  upload({ path, headers, fields, file, timeoutMs, ...request }: UploadRequest): Transfer {
    const ends = new Set<() => void>();
    const aborted = new Promise<HttpOutcome>((resolve) => void ends.add(() => resolve(BROKEN)));
    const sizeBytes = file.body.size;
    const sent = this.send({
      path,
      method: 'POST',
      headers,
      body: null,
      timeoutMs,
      form: { fields, file: { name: file.name, sizeBytes } },
    });
    this.#options.around.clock.setTimeout(() => request.onProgress(sizeBytes), this.#delayMs());
    const abort = (): void => {
      for (const end of ends) end();
    };
    return { outcome: Promise.race([sent, aborted]), abort };
  }

  open(handlers: SocketHandlers): SocketHandle {
    const { around, name, framed, recorder } = this.#options;
    const wire = openWire({
      around,
      delayMs: () => this.#delayMs(),
      name,
      socket: (this.#sockets += 1),
      handlers,
      framed,
      recorder,
      hit: (odds, what) => this.#hit(odds, what),
      reach: () => this.#nodeReached(),
      ended: () => void this.#wires.delete(wire),
    });
    this.#wires.add(wire);
    return wire.handle;
  }

  disconnect(): void {
    for (const wire of this.#wires) wire.disconnect();
  }

  freeze(untilMs: number): void {
    const {
      pathChanged,
      around: { clock },
    } = this.#options;
    this.#frozenUntil = untilMs;
    for (const wire of this.#wires) wire.freeze();
    pathChanged();
    clock.setTimeout(pathChanged, untilMs - clock.elapsedMs());
  }

  thaw(): void {
    this.#frozenUntil = 0;
    this.#options.pathChanged();
  }

  unplug(out: boolean): void {
    this.#unplugged = out;
    if (out) for (const wire of this.#wires) wire.disconnect();
    this.#options.pathChanged();
  }

  halfOpen(): boolean {
    return [...this.#wires].some((wire) => wire.isHalfOpen());
  }

  through(): boolean {
    return !this.#unplugged && !this.#isFrozen();
  }

  /** Travels to some node and back, under the network conditions. */
  async #travel(request: Going): Promise<HttpOutcome> {
    const { around, chance, name, nodes } = this.#options;
    const { clock, weather, trace } = around;
    await this.#passes('request', request.path);
    if (this.#isFrozen()) return never();
    if (this.#unplugged || this.#hit(weather.requestLoss, 'request lost')) return BROKEN;
    if (this.#hit(weather.silence, 'request silent')) return never();
    const up = this.#upNodes();
    if (up.length === 0) return BROKEN;
    trace.line('call', clock.elapsedMs(), `${name} ${request.path} ${request.body ?? ''}`);
    if (this.#hit(weather.repeat, 'request repeated'))
      clock.setTimeout(
        () => void this.#ask(chance.pick(nodes), request, true).catch(() => undefined),
        this.#delayMs() + chance.next() * LATE_COPY_MS,
      );
    const outcome = await this.#ask(this.#nodeOf(up) ?? chance.pick(up), request);
    await this.#passes('answer', request.path);
    if (this.#isFrozen()) return never();
    if (this.#unplugged || this.#hit(weather.answerLoss, 'answer lost')) return BROKEN;
    return this.#hit(weather.silence, 'answer silent') ? never() : outcome;
  }

  async #ask(node: WorldNode, request: Going, isCopy = false): Promise<HttpOutcome> {
    const { around, name, userAgent, recorder, answered, address = '10.0.0.1' } = this.#options;
    const { server } = node;
    if (server === null) return BROKEN;
    const nodeEnd = new Promise<null>((resolve) => node.onEnd(() => resolve(null)));
    const { path, method, headers, body, form } = request;
    const arrived = recorder.arrived(
      path,
      headers['authorization'] ?? null,
      form ? bodyOfForm(form) : body,
      isCopy,
      { process: server, address, cookie: headers['cookie'] ?? null },
    );
    const allHeaders = { ...headers, 'user-agent': userAgent };
    const received = form ? formRequestOf(path, allHeaders, form) : requestOf(method, path, allHeaders, body);
    const answer = await Promise.race([answerOf(server, path, received, { address, userAgent }), nodeEnd]);
    if (answer === null) return BROKEN;
    const { status, text } = answer;
    recorder.answered(arrived, status, text);
    around.trace.line('answer', around.clock.elapsedMs(), `${name} ${path} ${status} ${text}`);
    if (status === 200) answered(path, body, text);
    return { kind: 'answer', status, text };
  }

  #nodeReached(): WorldNode | null {
    const up = this.#upNodes();
    if (this.#isFrozen() || this.#unplugged || up.length === 0) return null;
    const node = this.#nodeOf(up) ?? this.#options.chance.pick(up);
    this.#options.onNode?.(node);
    return node;
  }

  #upNodes(): readonly WorldNode[] {
    return this.#options.nodes.filter((node) => node.server !== null);
  }

  #isFrozen(): boolean {
    return this.#options.around.clock.elapsedMs() < this.#frozenUntil;
  }

  #delayMs(): number {
    const { around, chance } = this.#options;
    return 1 + chance.next() * around.weather.latencyMs;
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => void this.#options.around.clock.setTimeout(resolve, this.#delayMs()));
  }

  #passes(kind: 'request' | 'answer', what: string): Promise<void> {
    const { around, name } = this.#options;
    return passing(around.orderControl, { kind, at: name, what, lane: null }, () => this.#wait());
  }

  /** Under a chosen order each device has its node; null: chance decides. */
  #nodeOf(up: readonly WorldNode[]): WorldNode | null {
    const { around, name } = this.#options;
    if (around.orderControl.present === null) return null;
    return up[[...name].reduce((sum, one) => sum + one.charCodeAt(0), 0) % up.length] ?? null;
  }

  #hit(odds: number, what: string): boolean {
    if (odds === 0 || !this.#options.chance.happens(odds)) return false;
    this.#options.around.count(what);
    return true;
  }
}

/** As the host of a node answers: a usual call passes by the routes of pages. */
async function answerOf(
  server: ParleyServer,
  path: string,
  request: Request,
  peer: RequestOrigin,
): Promise<{ readonly status: number; readonly text: string }> {
  const usual = request.method === 'POST' ? server.call(path, new FetchCallRequest(request), peer) : null;
  if (usual === null) {
    const response = await server.fetch(request, peer);
    return { status: response.status, text: await response.text() };
  }
  const { status, body } = await usual;
  return { status, text: typeof body === 'string' ? body : new TextDecoder().decode(body) };
}
