import { DEFAULT_CONFIG } from '../../src/domain/config.ts';

/**
 * The files of limits that users, operators and other clients meet, so that a new one is on the page without
 * being named here.
 */
const files = {
  both: import.meta.glob<object>('../../src/domain/**/*limits.ts', { eager: true }),
  server: import.meta.glob<object>('../../src/server/**/*limits.ts', { eager: true }),
};

const UNITS = [
  ['day', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;
const BYTES = [
  ['MiB', 1_024 * 1_024],
  ['KiB', 1_024],
] as const;

const whole = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** A number with its unit: the largest that leaves it whole, or whole halves. */
function amount(name: string, value: number): string {
  if (name.endsWith('Kilobytes')) return amount(name.replace('Kilobytes', 'Bytes'), value * 1_024);
  const isTime = name.endsWith('Ms');
  const isBytes = /bytes/i.test(name);
  for (const [unit, size] of isTime ? UNITS : isBytes ? BYTES : []) {
    const count = value / size;
    if (count < 1 || !Number.isInteger(count * 2)) continue;
    return `${count} ${unit}${unit === 'day' && count !== 1 ? 's' : ''}`;
  }
  return `${Number.isInteger(value) ? whole(value) : value}${isTime ? ' ms' : isBytes ? ' bytes' : ''}`;
}

/** One line for each value, however deep it stands. */
function rowsOf(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (typeof value === 'number') return [[name, amount(name, value)]];
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'number'))
    return [[name, value.map((one) => amount(name, one)).join(', ')]];
  if (typeof value !== 'object' || value === null) return [[name, value === '' ? 'nothing' : String(value)]];
  const { times, windowMs } = value as { times?: unknown; windowMs?: unknown };
  if (typeof times === 'number' && typeof windowMs === 'number')
    return [[name, `${whole(times)} in ${amount('windowMs', windowMs)}`]];
  const entries = Object.entries(value);
  return entries.length === 0
    ? [[name, 'none']]
    : entries.flatMap(([key, inner]) => rowsOf(`${name}.${key}`, inner));
}

/** One line for each group of limits: `ack.everyMs` and `ack.streamsMax` are together under `ack`. */
function grouped(rows: readonly (readonly [string, string])[]): string {
  const groups = new Map<string, string[]>();
  for (const [name, value] of rows) {
    const [group = '', ...rest] = name.split('.');
    groups.set(group, [...(groups.get(group) ?? []), `${rest.join('.')} ${value}`.trim()]);
  }
  return [...groups].map(([group, parts]) => `${group}: ${parts.join('; ')}`).join('\n');
}

/** The version (SCREEN-8 has it), units, and what another group has too. */
const NOT_LIMITS = new Set(['app', 'duration', 'displayLimits', 'albumLimits', 'MEGABYTE']);

const section = (title: string, folder: string, of: Readonly<Record<string, object>>): string => {
  const numbers = Object.entries(Object.assign({}, ...Object.values(of)) as object)
    .filter(([name]) => !NOT_LIMITS.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const rows = numbers.flatMap(([name, value]) => rowsOf(name.replace(/Limits$/, ''), value));
  return [`${title} (${folder}/**/*limits.ts)`, grouped(rows)].join('\n\n');
};

/** docs/limits.txt, made from the constants (LIMIT-18). */
export function limitsReference(): string {
  return `All limits by their names in the code, where each has a comment. docs/security.md explains those that
users and clients meet. Made by npm run docs.

${section('Client and server', 'src/domain', files.both)}

${section('Server', 'src/server', files.server)}

Configuration of a new server, before an administrator changes it (CONF-1)

${grouped(rowsOf('config', DEFAULT_CONFIG).map(([name, value]) => [name.replace('config.', ''), value]))}
`;
}
