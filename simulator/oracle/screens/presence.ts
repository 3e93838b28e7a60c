/** Whether these are the same people, in whatever order they are told. */
export const areSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.toSorted((a, b) => a - b).join() === others.toSorted((a, b) => a - b).join();
