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
  return origin ? (walked(value, origin) as T) : value;
}

/** Answers of uploads are a bare address. */
export const absoluteAlone = (data: unknown, origin: string | null | undefined): unknown =>
  typeof data === 'string' && origin && OURS.test(data) ? origin + data : absolute(data, origin);

function walked(value: unknown, origin: string): unknown {
  if (value instanceof WrittenList) return walked(value.read(), origin);
  if (Array.isArray(value)) return value.map((one) => walked(one, origin));
  if (typeof value !== 'object' || value === null) return value;
  const kept = value as Readonly<Record<string, unknown>>;
  const found: Record<string, unknown> = {};
  for (const name of Object.keys(kept)) {
    const one = kept[name];
    const isAddress =
      typeof one === 'string' &&
      FIELDS.has(name) &&
      OURS.test(one) &&
      (name !== 'content' || kept['type'] !== 'text');
    found[name] = isAddress ? origin + one : walked(one, origin);
  }
  return found;
}
