import { folded } from '../../domain/search-words.ts';

interface Labelled {
  readonly id: string | number;
  readonly name: string;
  /** The username; '' if it has none. */
  readonly account: string;
}

/**
 * Usernames by id for users whose name is not unique in the list: it shows them beside the name (MENTION-1).
 */
export function namesakes(all: Iterable<Labelled>): ReadonlyMap<string, string> {
  const byName = new Map<string, Map<string, string>>();
  for (const { id, name, account } of all) {
    const key = folded(name);
    byName.set(key, (byName.get(key) ?? new Map<string, string>()).set(String(id), account || String(id)));
  }
  return new Map([...byName.values()].filter((same) => same.size > 1).flatMap((same) => [...same]));
}

interface Contactlike {
  readonly id: string;
  readonly kind: string;
  readonly displayName: string;
  readonly account: string;
}

/** The same of chats; only users have a username. */
export const namesakesAmong = (contacts: readonly Contactlike[]): ReadonlyMap<string, string> =>
  namesakes(
    contacts.flatMap(({ id, kind, displayName: name, account }) =>
      kind === 'person' ? [{ id, name, account }] : [],
    ),
  );
