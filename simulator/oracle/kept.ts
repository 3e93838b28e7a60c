/** A preference stored for all of a user's devices: the last write per name wins. */
export interface KeepAction {
  readonly do: 'keep';
  readonly by: number;
  readonly name: string;
  /** The value as text; null: nothing is stored under that name. */
  readonly value: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Keyed by user and name. */
export class KeptThings {
  readonly #all = new Map<string, string>();

  apply({ by, name, value }: KeepAction): void {
    if (value === null) this.#all.delete(`${by} ${name}`);
    else this.#all.set(`${by} ${name}`, value);
  }

  /** An erased account stores nothing. */
  forget(person: number): void {
    for (const of of this.#all.keys()) if (of.startsWith(`${person} `)) this.#all.delete(of);
  }

  of(person: number, name: string): string | null {
    return this.#all.get(`${person} ${name}`) ?? null;
  }

  all(): readonly string[] {
    return [...this.#all].map(([of, value]) => `${of}: ${value}`);
  }
}

/** Only their presence; tests of the server check their content. */
export const NOTES = 'notes';

/** The stored form of a value, with its fields in a fixed order. */
export function valueText(name: string, value: unknown): string | null {
  const fields = (typeof value === 'string' && value !== '' ? JSON.parse(value) : value) as Fields | null;
  if (!fields || Object.keys(fields).length === 0) return null;
  if (name === 'security' || name === 'inbox') return NOTES;
  if (name === 'pins') return JSON.stringify(fields['list']);
  if (name === 'folders') return JSON.stringify((fields['list'] as readonly Fields[]).map(folderText));
  if (name === 'alerts')
    return JSON.stringify((fields['words'] as readonly string[]).map((word) => word.trim()));
  if (name === 'sounds') return JSON.stringify([fields['all'], fields['chats']]);
  if (name === 'quiet') return JSON.stringify(QUIET_FIELDS.map((field) => fields[field]));
  if (name === 'status')
    return JSON.stringify(['mode', 'emoji', 'text', 'untilMs'].map((field) => fields[field]));
  if (name === 'moments') return String(fields['at']);
  if (name === 'previews') return String(fields['on']);
  const quote = fields['quote'] as Fields | null;
  const at = fields['at'] as readonly Fields[];
  return JSON.stringify([
    fields['text'],
    at.map((one) => [one['id'], one['name']]),
    quote && [quote['msgId'], quote['userId'], quote['realname']],
  ]);
}

/** Which minutes of the day, at which distance from UTC, but for mentions, not before, in which zone. */
const QUIET_FIELDS = ['from', 'till', 'east', 'toMe', 'offUntilMs', 'zone'] as const;

const folderText = (one: Fields): unknown => [
  one['id'],
  String(one['name']).trim(),
  one['people'],
  one['groups'],
  one['unread'],
  one['muted'],
  one['chats'],
];
