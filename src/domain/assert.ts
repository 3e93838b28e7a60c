/** A broken promise of our own code: never caught to go on, it fails the simulator and the tests. */
export function assert(fact: unknown, message: string): asserts fact {
  if (!fact) throw new Error(`assertion failed: ${message}`);
}

/** Ends a `switch` over a union: a new member becomes a type error here. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}

/** The names of all fields of a type: one that is not named does not compile. */
export const fieldsOf = <T extends object>(fields: {
  readonly [K in keyof Required<T>]: true;
}): readonly (keyof T)[] => Object.keys(fields) as (keyof T)[];
