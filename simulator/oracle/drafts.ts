/** Who types, and on which device. */
export interface BoxOwner {
  readonly person: number;
  readonly device: string;
}

/**
 * What somebody typed and did not send, by the chat or by the thread (`chat root`) in which it stands: that
 * of a chat follows its author to all devices, that of a thread stays on the device where it was typed
 * (DRAFT-1, DRAFT-3).
 */
export class DraftBook {
  readonly #chats = new Map<string, string>();
  readonly #threads = new Map<string, string>();
  /** By what was typed and nobody else was ever shown. */
  readonly #authors = new Map<string, number>();

  /** The whole text as it stands in the box now; nothing: it was emptied. */
  typed(who: BoxOwner, place: string, words: string): void {
    if (words !== '') this.#authors.set(words, who.person);
    const all = isThread(place) ? this.#threads : this.#chats;
    all.set(keyOf(who, place), words);
  }

  /** It is no draft any more, and everybody may see it; `more` was typed while it was sent. */
  sent(who: BoxOwner, place: string, more = ''): void {
    this.#authors.delete(this.of(who, place));
    this.typed(who, place, more);
  }

  /** They left by their own choice: what only this device had is gone. Any other end leaves all (SESS-3). */
  loggedOut(who: BoxOwner): void {
    for (const key of this.#threads.keys())
      if (key.startsWith(`${who.person} ${who.device} `)) this.#threads.delete(key);
  }

  of(who: BoxOwner, place: string): string {
    return (isThread(place) ? this.#threads : this.#chats).get(keyOf(who, place)) ?? '';
  }

  /** Words that others typed for themselves and that stand in a text that `person` sees. */
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
