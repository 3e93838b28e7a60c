/**
 * A set that mostly holds one element, or none: it allocates a set only for the second. There are thousands
 * of them, and an empty `Set` takes as much as three objects. Its elements must not be a `Set`.
 */
export class FewSet<T> implements Iterable<T> {
  private held: T | Set<T> | undefined = undefined;

  constructor(all: Iterable<T> = []) {
    for (const one of all) this.add(one);
  }

  get size(): number {
    if (this.held instanceof Set) return this.held.size;
    return this.held === undefined ? 0 : 1;
  }

  has(one: T): boolean {
    return this.held instanceof Set ? this.held.has(one) : this.held === one;
  }

  add(one: T): this {
    if (this.held instanceof Set) this.held.add(one);
    else if (this.held === undefined) this.held = one;
    else if (this.held !== one) this.held = new Set([this.held, one]);
    return this;
  }

  /** @returns whether it was there. */
  delete(one: T): boolean {
    if (!this.has(one)) return false;
    if (!(this.held instanceof Set) || this.held.size === 1) this.held = undefined;
    else this.held.delete(one);
    return true;
  }

  [Symbol.iterator](): Iterator<T> {
    if (this.held instanceof Set) return this.held.values();
    return (this.held === undefined ? [] : [this.held]).values();
  }
}
