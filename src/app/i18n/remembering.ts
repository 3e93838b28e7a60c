import type { TFunction } from 'i18next';
import { fill } from './plain-texts.ts';

type Value = string | number;

/** Above this many forms of texts with counts, the cache is emptied. */
const KEPT_MAX = 2_000;

/** The same `t`, with a cache: a row of a list has five texts, and fast scrolling passes hundreds of rows. */
export function remembering(t: TFunction): TFunction {
  const cache = new Map<string, string>();
  const plain = t as (key: string, options: object) => string;
  const look = (key: string, count: Value | undefined): string => {
    const name = count === undefined ? key : `${key} ${count}`;
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const template = plain(key, { ...(count === undefined ? {} : { count }), skipInterpolation: true });
    if (cache.size >= KEPT_MAX) cache.clear();
    // A missing text may be loaded later, so it is not cached.
    if (template !== key) cache.set(name, template);
    return template;
  };
  const quick = (key: string, values?: Readonly<Record<string, Value>>): string =>
    fill(look(key, values?.['count']), values);
  return quick as TFunction;
}
