import type { Selectable } from 'kysely';
import type { Tables } from './schema.ts';

/** Stored rows as plain values. What engines read differently (flags, JSON) is hidden in repositories. */
export type StoredRow<T extends keyof Tables> = Selectable<Tables[T]>;

export const fromFlag = (value: boolean | 0 | 1): boolean => value === true || value === 1;
