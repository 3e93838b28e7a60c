/** The names of all fields of a type: one that is not named does not compile. */
export const fieldsOf = <T extends object>(fields: {
  readonly [K in keyof Required<T>]: true;
}): readonly (keyof T)[] => Object.keys(fields) as (keyof T)[];
