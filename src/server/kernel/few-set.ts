/**
 * A set that mostly holds one element, or none: it allocates a set only for the second. There are thousands
 * of them, and an empty `Set` takes as much as three objects. Its elements must not be a `Set`.
 */
export class FewSet<T> implements Iterable<T> {
  private content: T | Set<T> | undefined = undefined;

  constructor(all: Iterable<T> = []) {
    for (const one of all) this.add(one);
  }

  get size(): number {
    if (this.content instanceof Set) return this.content.size;
    return this.content === undefined ? 0 : 1;
  }

  has(one: T): boolean {
    return this.content instanceof Set ? this.content.has(one) : this.content === one;
  }

  add(one: T): this {
    if (this.content instanceof Set) this.content.add(one);
    else if (this.content === undefined) this.content = one;
    else if (this.content !== one) this.content = new Set([this.content, one]);
    return this;
  }

  /** @returns whether it was there. */
  delete(one: T): boolean {
    if (!this.has(one)) return false;
    if (!(this.content instanceof Set) || this.content.size === 1) this.content = undefined;
    else this.content.delete(one);
    return true;
  }

  [Symbol.iterator](): Iterator<T> {
    if (this.content instanceof Set) return this.content.values();
    return (this.content === undefined ? [] : [this.content]).values();
  }
}
