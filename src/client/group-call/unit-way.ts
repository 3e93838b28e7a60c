import { groupCallLimits as limits } from '../../domain/group-call-limits.ts';
import type { LocalMedia, MediaPort, UnitOptions } from '../../ports/media.ts';
import { UnitLink, type UnitLinkParts } from './unit-link.ts';

export interface UnitWayParts extends Omit<UnitLinkParts, 'connect' | 'local' | 'unit' | 'offer'> {
  readonly port: MediaPort;
  readonly offer: (
    unit: string,
    ...offer: Parameters<UnitOptions['offer']>
  ) => ReturnType<UnitOptions['offer']>;
}

/**
 * The way of this device through the unit of its call, if the call has one. The connections with a new unit
 * are made before those with the previous one are closed (GCALL-23).
 */
export class UnitWay {
  readonly #parts: UnitWayParts;
  #link: UnitLink | null = null;
  #previous: UnitLink | null = null;
  /** When each device was listed, or last reached. */
  #since = new Map<string, number>();

  constructor(parts: UnitWayParts) {
    this.#parts = parts;
  }

  /** False: the call has no unit, or this port cannot use one. */
  use(unit: string, devices: readonly string[], local: LocalMedia): boolean {
    const { port } = this.#parts;
    if (unit === '' || port.connectUnit === undefined) {
      this.close();
      return false;
    }
    if (this.#link?.unit !== unit) {
      this.#previous?.close();
      this.#previous = this.#link;
      this.#link = new UnitLink({
        ...this.#parts,
        connect: (options) => port.connectUnit?.(options) ?? null,
        local,
        unit,
        offer: (...offer) => this.#parts.offer(unit, ...offer),
        changed: () => this.#changed(),
      });
      this.#link.list(devices);
      this.#link.start();
    } else this.#link.list(devices);
    return true;
  }

  /** The link that carries the sound of a device now; null: none does. */
  linkTo(device: string): UnitLink | null {
    if (this.#link?.reaches(device) === true) return this.#link;
    return this.#previous?.reaches(device) === true ? this.#previous : this.#link;
  }

  /** The unit has not reached these devices for long: a firewall may be in the way (GCALL-23). */
  unreached(devices: readonly string[]): ReadonlySet<string> {
    const now = this.#parts.clock.elapsedMs();
    this.#since = new Map(
      devices.map((device) => [device, this.reaches(device) ? now : (this.#since.get(device) ?? now)]),
    );
    return new Set(devices.filter((device) => now - (this.#since.get(device) ?? now) > limits.unreachedMs));
  }

  reaches(device: string): boolean {
    return this.#link?.reaches(device) === true;
  }

  close(): void {
    this.#link?.close();
    this.#previous?.close();
    this.#link = null;
    this.#previous = null;
  }

  #changed(): void {
    if (this.#previous !== null && this.#link?.isConnected === true) {
      this.#previous.close();
      this.#previous = null;
    }
    this.#parts.changed();
  }
}
