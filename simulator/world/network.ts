import type { HttpOutcome, HttpRequest, Transfer, UploadRequest } from '../../src/ports/http.ts';
import type { SocketHandle, SocketHandlers } from '../../src/ports/socket.ts';
import { formRequestOf, requestOf } from './http.ts';
import type { WorldForm } from './http.ts';
import type { WorldNode } from '../nodes/node.ts';
import type { Chance } from '../plan/random.ts';
import type { Surroundings } from './surroundings.ts';
import { openWire } from './wire.ts';
import type { Wire } from './wire.ts';
import type { Witness } from '../witness/witness.ts';

/** What one device reaches of the servers. */
export interface DeviceNetwork {
  send(request: Going): Promise<HttpOutcome>;
  /** A form with a file; how long it takes is chance, not size. */
  upload(request: UploadRequest): Transfer;
  open(handlers: SocketHandlers): SocketHandle;
  /** Both ends notice that the sockets broke. */
  cut(): void;
  /** Until then nothing gets through, and nobody is told: sockets of now stay half-open. */
  freeze(untilMs: number): void;
  thaw(): void;
  /** The cable is out. */
  unplug(out: boolean): void;
  /** Something can get through now. */
  through(): boolean;
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
  /** Where it asks from; all honest devices sit behind one. */
  readonly address?: string;
  readonly witness: Witness;
  /** Sees every answer of a node, whether or not it reaches the device. */
  readonly answered: (path: string, body: string | null, text: string) => void;
  /** Sees every frame that a node gives to a socket of this device. */
  readonly framed: (text: string) => void;
  /** A socket has come to this node. */
  readonly met?: (node: WorldNode) => void;
  /** What can get through may have changed. */
  readonly pathChanged: () => void;
}

/** Proxies say a request again when they like. */
const LATE_COPY_MS = 8_000;

const BROKEN: HttpOutcome = { kind: 'broken' };
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

export function createDeviceNetwork(options: DeviceNetworkOptions): DeviceNetwork {
  const {
    around,
    chance,
    nodes,
    name,
    userAgent,
    witness,
    answered,
    pathChanged,
    address = '10.0.0.1',
  } = options;
  const { clock, weather, trace } = around;
  const wires = new Set<Wire>();
  let [frozenUntil, unplugged] = [0, false];

  const frozen = (): boolean => clock.elapsedMs() < frozenUntil;
  const delayMs = (): number => 1 + chance.next() * weather.latencyMs;
  const wait = (): Promise<void> => new Promise((done) => void clock.setTimeout(done, delayMs()));
  const upNodes = (): readonly WorldNode[] => nodes.filter((node) => node.server !== null);
  const nodeReached = (): WorldNode | null => {
    const up = upNodes();
    if (frozen() || unplugged || up.length === 0) return null;
    const node = chance.pick(up);
    options.met?.(node);
    return node;
  };
  const hit = (odds: number, what: string): boolean => {
    if (odds === 0 || !chance.happens(odds)) return false;
    around.count(what);
    return true;
  };

  const ask = async (node: WorldNode, request: Going, isCopy = false): Promise<HttpOutcome> => {
    const { server } = node;
    if (server === null) return BROKEN;
    const gone = new Promise<null>((done) => node.onEnd(() => done(null)));
    const { path, method, headers, body } = request;
    const { form } = request;
    // What an upload says of its message is what a send says in its body.
    const seen = witness.arrived(
      path,
      headers['authorization'] ?? null,
      form ? (form.fields['message'] ?? '{}') : body,
      isCopy,
    );
    const said = { ...headers, 'user-agent': userAgent };
    const asked = server.fetch(form ? formRequestOf(path, said, form) : requestOf(method, path, said, body), {
      address,
      userAgent,
    });
    const response = await Promise.race([asked, gone]);
    if (response === null) return BROKEN;
    const text = await response.text();
    witness.answered(seen, response.status, text);
    trace.line('answer', clock.elapsedMs(), `${name} ${path} ${response.status} ${text}`);
    if (response.status === 200) answered(path, body, text);
    return { kind: 'answer', status: response.status, text };
  };

  const travel = async (request: Going): Promise<HttpOutcome> => {
    await wait();
    if (frozen()) return never();
    if (unplugged || hit(weather.requestLoss, 'request lost')) return BROKEN;
    if (hit(weather.silence, 'request silent')) return never();
    const up = upNodes();
    if (up.length === 0) return BROKEN;
    trace.line('call', clock.elapsedMs(), `${name} ${request.path} ${request.body ?? ''}`);
    if (hit(weather.repeat, 'request repeated'))
      clock.setTimeout(
        () => void ask(chance.pick(nodes), request, true).catch(() => undefined),
        delayMs() + chance.next() * LATE_COPY_MS,
      );
    const outcome = await ask(chance.pick(up), request);
    await wait();
    if (frozen()) return never();
    if (unplugged || hit(weather.answerLoss, 'answer lost')) return BROKEN;
    return hit(weather.silence, 'answer silent') ? never() : outcome;
  };

  const send = async (request: Going): Promise<HttpOutcome> => {
    let timer: unknown = null;
    const late = new Promise<HttpOutcome>((done) => {
      timer = clock.setTimeout(() => done({ kind: 'timeout' }), request.timeoutMs);
    });
    const outcome = await Promise.race([travel(request), late]);
    clock.clearTimeout(timer);
    return outcome;
  };
  return {
    send,
    upload: ({ path, headers, fields, file, timeoutMs, ...request }) => {
      const ends = new Set<() => void>();
      const aborted = new Promise<HttpOutcome>((done) => void ends.add(() => done(BROKEN)));
      const sizeBytes = file.body.size;
      const sent = send({
        path,
        method: 'POST',
        headers,
        body: null,
        timeoutMs,
        form: { fields, file: { name: file.name, sizeBytes } },
      });
      clock.setTimeout(() => request.onProgress(sizeBytes), delayMs());
      const abort = (): void => {
        for (const end of ends) end();
      };
      return { done: Promise.race([sent, aborted]), abort };
    },
    open: (handlers) => {
      const wire = openWire({
        around,
        delayMs,
        name,
        handlers,
        framed: options.framed,
        witness,
        hit,
        reach: nodeReached,
        ended: () => void wires.delete(wire),
      });
      wires.add(wire);
      return wire.handle;
    },
    cut: () => {
      for (const wire of wires) wire.cut();
    },
    freeze: (untilMs) => {
      frozenUntil = untilMs;
      for (const wire of wires) wire.freeze();
      pathChanged();
      clock.setTimeout(pathChanged, untilMs - clock.elapsedMs());
    },
    thaw: () => {
      frozenUntil = 0;
      pathChanged();
    },
    unplug: (out) => {
      unplugged = out;
      if (out) for (const wire of wires) wire.cut();
      pathChanged();
    },
    through: () => !unplugged && !frozen(),
  };
}
