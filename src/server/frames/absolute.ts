import { WrittenList } from '../kernel/written-list.ts';

/** Fields of the contract that hold the address of a picture or a file. */
const FIELDS: ReadonlySet<string> = new Set([
  'avatar',
  'src',
  'preview',
  'extUrl',
  'download',
  'poster',
  'logo',
  'icon',
  'content',
]);

/** Addresses of this server itself, as it gives them out. */
const OURS = /^\/(?:files|pictures|avatar|static|icons|logo)\/\S+$/;

/**
 * For clients on another origin: prefixes addresses of this server with its origin (FILE-13). User text is
 * also in `content`, and stays untouched unless the kind's content is an address.
 */
export function absolute<T>(value: T, origin: string | null | undefined): T {
  return origin ? (makeAbsolute(value, origin) as T) : value;
}

/** Answers of uploads are a bare address. */
export const absoluteAlone = (data: unknown, origin: string | null | undefined): unknown =>
  typeof data === 'string' && origin && OURS.test(data) ? origin + data : absolute(data, origin);

function makeAbsolute(value: unknown, origin: string): unknown {
  if (value instanceof WrittenList) return makeAbsolute(value.read(), origin);
  if (Array.isArray(value)) return value.map((one) => makeAbsolute(one, origin));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const one = fields[name];
    const isAddress =
      typeof one === 'string' &&
      FIELDS.has(name) &&
      OURS.test(one) &&
      (name !== 'content' || fields['type'] !== 'text');
    result[name] = isAddress ? origin + one : makeAbsolute(one, origin);
  }
  return result;
}
