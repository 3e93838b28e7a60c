import { GROUP_FIELDS, SETTING_NAMES } from '../../domain/group-fields.ts';
import { SCRIPT_VERSION, type ScriptLine } from '../state/log.ts';

/** A line of a script without its header. */
export type RecordedLine = Exclude<ScriptLine, { readonly origin: 'script' }>;

/**
 * A script for sharing (INSP-4): it keeps the structure but no authors. Texts other than ids, positions and
 * the app's own words become dots of the same length, so that effects of lengths and order remain visible.
 */
export function exportScript(lines: readonly RecordedLine[], options: { readonly masked: boolean }): string {
  const header: ScriptLine = {
    atMs: lines[0]?.atMs ?? 0,
    origin: 'script',
    event: { version: SCRIPT_VERSION, masked: options.masked },
  };
  return [header, ...(options.masked ? lines.map(maskedLine) : lines)]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

export function maskedLine(line: RecordedLine): RecordedLine {
  if (line.origin === 'screen')
    return { ...line, event: { ...line.event, path: maskedPath(line.event.path) } };
  if (line.origin !== 'machine') return { ...line, event: masked(line.event, '') } as RecordedLine;
  // Values and contexts of machines are the app's own, except for content of users or servers.
  const { event, context } = line.event;
  return {
    ...line,
    event: {
      ...line.event,
      event: masked(event, '', true) as typeof event,
      context: masked(context, '', true) as typeof context,
    },
  };
}

/** Queries of a page keep ids and numbers only: others hold names, searches and addresses. */
function maskedPath(path: string): string {
  const [page = '', query = ''] = path.split('?');
  const fields = [...new URLSearchParams(query)].filter(([, value]) => ID.test(value));
  return fields.length === 0 ? page : `${page}?${new URLSearchParams(fields).toString()}`;
}

/** Keys whose texts are the app's own words, ids or positions. */
const OURS = new Set([
  'type',
  'id',
  'kind',
  'origin',
  'stream',
  'conversation',
  'to',
  'toUser',
  'register',
  'why',
  'via',
  'which',
  'epoch',
  'cursor',
  'client',
  'clientId',
  'loading',
  'status',
  'note',
  'index',
  'language',
  'version',
  'machine',
  'actor',
]);

/** Keys whose texts are always user content. */
const THEIRS = new Set([
  'content',
  'line',
  'text',
  'displayName',
  'realname',
  'account',
  'email',
  'motto',
  'avatar',
  'namePy',
  'names',
  'byName',
  'ownerName',
  'notice',
  ...SETTING_NAMES.filter((name) => typeof GROUP_FIELDS[name].initial === 'string'),
  'options',
  'reason',
  'sdp',
  'candidate',
  'download',
  'preview',
  'icon',
  'remark',
  'url',
  'phone',
  'mobile',
  'address',
]);

/** Keys whose numbers reveal a user's choice. */
const CHOSEN = new Set(['mine', 'options']);

/** Ids: numbers, groups, streams, uuids, hex. */
const ID = /^(?:(?:group-|u)?\d+(?:-\d+)?|system|[0-9a-f]{8,}(?:-[0-9a-f]+)*)$/i;

function masked(value: unknown, key: string, ours = false): unknown {
  // The choice of a voter is private, especially in a secret poll (POLL-6).
  if (typeof value === 'number' && CHOSEN.has(key)) return 0;
  if (typeof value === 'string') return isKept(value, key, ours) ? value : dots(value);
  if (Array.isArray(value)) return value.map((one) => masked(one, key, ours));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      // `{name: 'open', bound: true}` is a connection; any other name is user content.
      name === 'name' && typeof inner === 'string'
        ? key === 'connection'
          ? inner
          : dots(inner)
        : masked(inner, name, ours),
    ]),
  );
}

function isKept(text: string, key: string, ours: boolean): boolean {
  if (THEIRS.has(key)) return false;
  return ours || OURS.has(key) || ID.test(text);
}

const dots = (text: string): string => text.replace(/\S/gu, '•');
