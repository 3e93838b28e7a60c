/** Returns true if both lists hold the same users, in any order. */
export const areSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.toSorted((a, b) => a - b).join() === others.toSorted((a, b) => a - b).join();
