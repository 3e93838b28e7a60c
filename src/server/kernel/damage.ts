import { checkingLimits as limits } from './limits.ts';

/** Which stored messages this node found damaged since its start (CHECK-4). */
export class Damage {
  private readonly places = new Set<string>();

  get count(): number {
    return this.places.size;
  }

  get first(): string | null {
    const [first = null] = this.places;
    return first;
  }

  /** False: already recorded, or the maximum is reached. */
  note(place: string): boolean {
    if (this.places.has(place) || this.places.size >= limits.faultsShown) return false;
    this.places.add(place);
    return true;
  }
}
