import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Clock } from '../../ports/clock.ts';
import type {
  DeviceConnection,
  Forwarding,
  ForwardingAnswer,
  ForwardingFigures,
} from '../../ports/forwarding.ts';
import type { Log } from '../../ports/log.ts';
import type { Ids } from '../../ports/random.ts';
import { unitLimits as limits } from './limits.ts';
import type { FromUnit, ToUnit, UnitSettings } from './messages.ts';

export interface UnitHost extends UnitSettings {
  readonly script: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Runs the unit as a separate process: a fault of the transport library ends no more than the connections of
 * calls. The process is started again with growing waits, and ends with this one.
 */
export class UnitProcess implements Forwarding {
  readonly #host: UnitHost;
  readonly #asked = new Map<number, (answer: ForwardingAnswer) => void>();
  #child: ChildProcess | null = null;
  #name: string | null = null;
  #onReady: () => void = () => undefined;
  #fault: string | null = null;
  #figures: ForwardingFigures | null = null;
  #no = 0;
  #starts = 0;
  #startedMs = 0;
  #heardMs = 0;
  #timer: unknown = null;
  #watch: unknown = null;
  #isStopped = false;

  constructor(host: UnitHost) {
    this.#host = host;
  }

  wake(): void {
    if (this.#child === null && this.#timer === null && !this.#isStopped) this.#start();
  }

  name(): string | null {
    return this.#name;
  }

  onReady(listener: () => void): void {
    this.#onReady = listener;
  }

  fault(): string | null {
    return this.#fault;
  }

  figures(): ForwardingFigures | null {
    return this.#figures;
  }

  allow(call: string, devices: readonly string[]): void {
    this.#send({ type: 'allow', call, devices });
  }

  connect(connection: DeviceConnection): Promise<ForwardingAnswer> {
    const { clock } = this.#host;
    if (this.#name === null || this.#asked.size >= limits.asksMax)
      return Promise.resolve({ ok: false, reason: 'away' });
    this.#no += 1;
    const no = this.#no;
    return new Promise((resolve) => {
      const timer = clock.setTimeout(() => this.#answered(no, { ok: false, reason: 'away' }), limits.askMs);
      this.#asked.set(no, (answer) => {
        clock.clearTimeout(timer);
        resolve(answer);
      });
      this.#send({ type: 'connect', no, ...connection });
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#host.clock.clearTimeout(this.#timer);
    const child = this.#child;
    if (child === null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  #send(message: ToUnit): void {
    if (this.#child?.connected === true) this.#child.send(message);
  }

  #start(): void {
    const { script, port, addresses, clock } = this.#host;
    this.#timer = null;
    this.#startedMs = clock.elapsedMs();
    this.#heardMs = this.#startedMs;
    const settings: UnitSettings = { port, addresses };
    const child = fork(script, [JSON.stringify(settings)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child = child;
    child.on('message', (message: FromUnit) => this.#take(message));
    child.on('error', (error) => this.#failed(error.message));
    child.on('exit', () => this.#ended());
    this.#lookAgain();
  }

  /** A process that is silent is ended, and started again. */
  #lookAgain(): void {
    const { clock } = this.#host;
    clock.clearTimeout(this.#watch);
    this.#watch = clock.setTimeout(() => {
      if (this.#child === null) return;
      if (clock.elapsedMs() - this.#heardMs > limits.silentMs) this.#child.kill('SIGKILL');
      else this.#lookAgain();
    }, limits.figuresMs);
  }

  #take(message: FromUnit): void {
    const { ids, clock, log } = this.#host;
    this.#heardMs = clock.elapsedMs();
    switch (message.type) {
      case 'ready':
        if (this.#fault !== null) log.write('warn', 'group calls: the unit runs again');
        this.#fault = null;
        this.#name = ids.hex(8);
        return this.#onReady();
      case 'unavailable':
        return this.#failed(message.reason);
      case 'figures':
        this.#figures = message.figures;
        return;
      case 'answer':
        return this.#answered(message.no, { ok: true, answer: message.answer });
      case 'refused':
        return this.#answered(message.no, { ok: false, reason: message.reason });
    }
  }

  #answered(no: number, answer: ForwardingAnswer): void {
    this.#asked.get(no)?.(answer);
    this.#asked.delete(no);
  }

  #failed(reason: string): void {
    if (this.#fault === null) this.#host.log.write('error', `group calls: the unit does not run: ${reason}`);
    this.#fault = reason;
  }

  #ended(): void {
    const { clock, log } = this.#host;
    const hasRun = this.#name !== null;
    clock.clearTimeout(this.#watch);
    this.#child = null;
    this.#name = null;
    this.#figures = null;
    for (const no of Array.from(this.#asked.keys())) this.#answered(no, { ok: false, reason: 'away' });
    if (this.#isStopped) return;
    const isSteady = clock.elapsedMs() - this.#startedMs > limits.steadyMs;
    this.#starts = isSteady ? 0 : this.#starts;
    // The first start after it ran is no fault: calls wait for it.
    if (hasRun && this.#starts === 0) log.write('warn', 'group calls: the unit ended, and starts again');
    else if (this.#fault === null) this.#failed('its process ended');
    const waitMs = limits.againMs[Math.min(this.#starts, limits.againMs.length - 1)] ?? 0;
    this.#starts += 1;
    this.#timer = clock.setTimeout(() => this.#start(), waitMs);
  }
}
