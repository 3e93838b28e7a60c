/** The user who types, and the device. */
export interface BoxOwner {
  readonly person: number;
  readonly device: string;
}

/**
 * Unsent text of users, by chat or thread (`chat root`): a chat's draft follows its author to all devices, a
 * thread's stays on its device (DRAFT-1, DRAFT-3).
 */
export class DraftBook {
  readonly #chats = new Map<string, string>();
  readonly #threads = new Map<string, string>();
  /** Authors by unsent text that no other user has seen. */
  readonly #authors = new Map<string, number>();

  /** Sets the whole text now in the box; empty: it was cleared. */
  typed(who: BoxOwner, place: string, words: string): void {
    if (words !== '') this.#authors.set(words, who.person);
    const all = isThread(place) ? this.#threads : this.#chats;
    all.set(keyOf(who, place), words);
  }

  /** Removes a sent draft, which is public now; `more` was typed while it was sent. */
  sent(who: BoxOwner, place: string, more = ''): void {
    this.#authors.delete(this.of(who, place));
    this.typed(who, place, more);
  }

  /** A chosen logout: data only on this device is gone. Any other end leaves everything (SESS-3). */
  loggedOut(who: BoxOwner): void {
    for (const key of this.#threads.keys())
      if (key.startsWith(`${who.person} ${who.device} `)) this.#threads.delete(key);
  }

  of(who: BoxOwner, place: string): string {
    return (isThread(place) ? this.#threads : this.#chats).get(keyOf(who, place)) ?? '';
  }

  /** Unsent text of other users contained in a text that `person` sees. */
  strangeIn(person: number, text: string): readonly string[] {
    const found = [...this.#authors].filter(([words, by]) => by !== person && text.includes(words));
    return found.map(([words]) => words);
  }
}

/** The first that is wrong of what a page has in its boxes. */
export function draftWrong(
  book: DraftBook,
  who: BoxOwner,
  shown: ReadonlyMap<string, string>,
): string | null {
  for (const [place, text] of shown) {
    const wanted = book.of(who, place);
    if (text !== wanted) return `has <${text}> in the box of ${place}, it should be <${wanted}>`;
  }
  return null;
}

const isThread = (place: string): boolean => place.includes(' ');

const keyOf = ({ person, device }: BoxOwner, place: string): string =>
  isThread(place) ? `${person} ${device} ${place}` : `${person} ${place}`;
