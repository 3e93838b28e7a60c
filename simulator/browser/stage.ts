import type { Device } from '../devices/device.ts';
import { setOnline } from '../faults/connection.ts';
import { weatherChange } from '../faults/inject.ts';
import { realMs } from '../world/guards.ts';
import type { WorldNode } from '../nodes/node.ts';
import { drawPlan } from '../plan/plan.ts';
import { CHECKERS } from '../run/checkers.ts';
import { playPlan } from '../run/run.ts';
import type { PlanStep } from '../plan/step.ts';
import { FINE } from '../environment/surroundings.ts';
import { createWorld } from '../world/world.ts';
import type { World } from '../world/world-type.ts';
import { Pace } from './pace.ts';
import { phoneView } from './phone-view.ts';
import { Notes } from './notes.ts';
import { Screens } from './screens.ts';
import type { DeviceFault, ManualFault, Phase, RunPlan, RunView } from './view-types.ts';

const FREEZE_MS = 20_000;

/** Runs a seed while a viewer watches, and may interfere. */
export class Stage {
  readonly #world: World;
  readonly #pace: Pace;
  readonly #notes: Notes;
  readonly #plan: readonly PlanStep[];
  /** End time, by the name of a device or node. */
  readonly #frozen = new Map<string, number>();
  readonly #full = new Set<string>();
  readonly #screens = new Screens();
  /** Devices and servers when all agreed: the last checkers dismantle them. */
  #last: Pick<RunView, 'phones' | 'nodes'> | null = null;
  #lastScreens: RunView['screens'] = [];
  #checks = 0;
  #over = false;
  #byHand = false;
  #storm = false;

  private constructor(world: World, plan: readonly PlanStep[]) {
    this.#world = world;
    this.#plan = plan;
    this.#pace = new Pace(world.clock, realMs);
    this.#notes = new Notes(world, () => this.#pace.stepped());
    this.#watch();
    void this.#play();
  }

  async #play(): Promise<void> {
    const agreed = () => {
      this.#last = this.#boxes();
      this.#lastScreens = this.#screens.take(this.#devices());
    };
    try {
      this.#checks = await playPlan({ ...this.#world, clock: this.#pace.clock }, this.#plan, { agreed });
    } catch (error) {
      this.#world.record.problem('the World goes on', String(error instanceof Error ? error.stack : error));
    }
    if (this.#last === null) agreed();
    this.#over = true;
    this.#pace.end();
  }

  static async open({ seed, clients, nodes, steps, faults, plan }: RunPlan): Promise<Stage> {
    const world = await createWorld({ seed, clients, nodes, keepTrace: false });
    return new Stage(world, plan ?? drawPlan({ seed, clients, nodes, steps, hours: null, faults }));
  }

  async go(ms: number, steps: number | null): Promise<void> {
    await this.#pace.go(ms, steps);
  }

  /** Something is done to the World between two pieces of time. */
  async inject(fault: ManualFault): Promise<void> {
    this.#byHand = true;
    this.#meddle(fault);
    await this.#world.clock.settle();
  }

  /** The session of a device's newest tab, as the app records it. */
  session(device: string): string {
    return (
      this.#devices()
        .find((one) => one.name === device)
        ?.tabs.at(-1)
        ?.client.core.log.export() ?? ''
    );
  }

  view(): RunView {
    const { clock, record, around } = this.#world;
    this.#watch();
    const { flights, story, done } = this.#notes.take();
    return {
      phase: this.#phase(done),
      elapsedMs: clock.elapsedMs(),
      done,
      steps: this.#plan.length,
      events: around.trace.events,
      hash: around.trace.hash(),
      byHand: this.#byHand,
      checks: this.#checks,
      promises: CHECKERS.length,
      problems: record.problems.map(({ checker, text }) => ({ checker, text })),
      storm: this.#storm,
      ...(this.#last ?? this.#boxes()),
      flights,
      story,
      screens: this.#last === null ? this.#screens.take(this.#devices()) : this.#takeLastScreens(),
    };
  }

  #takeLastScreens(): RunView['screens'] {
    const last = this.#lastScreens;
    this.#lastScreens = [];
    return last;
  }

  #boxes(): Pick<RunView, 'phones' | 'nodes'> {
    const { clock, nodes, people } = this.#world;
    const now = clock.elapsedMs();
    const marked = ({ name }: Device) => ({
      frozen: (this.#frozen.get(name) ?? 0) > now,
      storageFull: this.#full.has(name),
    });
    return {
      phones: people.flatMap((person) =>
        person.devices.map((device) => phoneView(device, person.account, marked(device))),
      ),
      nodes: nodes.map((node) => ({
        name: node.name,
        up: node.server !== null,
        frozen: node.server !== null && (this.#frozen.get(node.name) ?? 0) > now,
        sockets: node.server?.gateway.count() ?? 0,
        online: this.#onlineAt(node),
      })),
    };
  }

  #phase(stepCount: number): Phase {
    if (this.#over) return 'over';
    return stepCount < this.#plan.length ? 'faults are on' : 'everybody must agree';
  }

  /** Notes changes of a device, because the World does not report them. */
  #watch(): void {
    for (const device of this.#devices()) {
      if (this.#frozen.has(device.name)) continue;
      this.#frozen.set(device.name, 0);
      const { link, disk } = device;
      const freeze = link.freeze.bind(link);
      const thaw = link.thaw.bind(link);
      const wasDisk = { ...disk };
      Object.assign(link, {
        freeze: (untilMs: number) => {
          this.#frozen.set(device.name, untilMs);
          freeze(untilMs);
        },
        thaw: () => {
          this.#frozen.set(device.name, 0);
          thaw();
        },
      });
      Object.assign(disk, {
        setFull: (full: boolean) => {
          if (full) this.#full.add(device.name);
          else this.#full.delete(device.name);
          wasDisk.setFull(full);
        },
      });
    }
  }

  #devices(): readonly Device[] {
    return this.#world.people.flatMap((person) => person.devices);
  }

  #meddle(fault: ManualFault): void {
    switch (fault.at) {
      case 'weather':
        this.#notes.fault(fault.what === 'storm' ? 'the weather gets bad' : 'the weather is fine');
        return this.#weather(fault.what === 'storm');
      case 'node': {
        this.#notes.fault(`${fault.node}: ${fault.what}`);
        const node = this.#world.nodes.find((one) => one.name === fault.node);
        if (fault.what === 'freeze') return node && this.#stall(node);
        return fault.what === 'kill' ? node?.kill() : void node?.start();
      }
      case 'device': {
        this.#notes.fault(`${fault.device}: ${fault.what}`);
        const device = this.#devices().find((one) => one.name === fault.device);
        return device && this.#strike(device, fault.what);
      }
    }
  }

  /** Acts like a process stopped by the system: half-open sockets, and no timers. */
  #stall(node: WorldNode): void {
    const { clock: world } = this.#world;
    const { clock } = node;
    const onlineIds = new Set(this.#onlineAt(node));
    const until = world.elapsedMs() + FREEZE_MS;
    this.#frozen.set(node.name, until);
    clock?.throttle(FREEZE_MS);
    world.setTimeout(() => clock?.throttle(0), FREEZE_MS);
    for (const device of this.#devices()) if (onlineIds.has(device.account)) device.link.freeze(until);
  }

  #onlineAt({ server }: WorldNode): readonly string[] {
    const users = new Set<number>(server?.gateway.onlineUsers() ?? []);
    return this.#world.people.filter((person) => users.has(person.id)).map((person) => person.account);
  }

  #weather(storm: boolean): void {
    const { clock, weather, around } = this.#world;
    this.#storm = storm;
    Object.assign(weather, FINE);
    // Any step will do: only its chance is drawn from.
    const [device] = this.#devices();
    if (storm && device)
      weatherChange({
        world: this.#world,
        device,
        step: { atMs: 0, kind: 'weather', who: 0, a: 0, b: 0 },
        chance: around.chance.fork(`by hand ${clock.elapsedMs()}`),
      });
  }

  #strike(device: Device, what: DeviceFault): void {
    const tab = device.tabs.at(-1);
    switch (what) {
      case 'cut':
        return device.link.disconnect();
      case 'freeze':
        return device.link.freeze(this.#world.clock.elapsedMs() + FREEZE_MS);
      case 'thaw':
        return device.link.thaw();
      case 'unplug':
      case 'plug':
        return setOnline(device, what === 'plug');
      case 'reload':
        if (tab) device.close(tab);
        return void device.open();
      case 'hide':
      case 'look':
        tab?.page.setVisible(what === 'look');
        return tab?.clock.throttle(what === 'look' ? 0 : 1_000);
    }
  }
}
