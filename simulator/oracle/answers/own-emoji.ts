/** A picture among a user's emoji; without a name if its file is unknown. */
export interface OwnEmoji {
  readonly id: number;
  readonly name: string | undefined;
}

/** Changes of a user's emoji, in commit order. */
export type EmojiAction =
  | { readonly do: 'put'; readonly by: number; readonly emoji: OwnEmoji }
  | { readonly do: 'move' | 'drop'; readonly by: number; readonly ids: readonly number[] };

/** The emoji panels of all users, in order (EMOJI-1, EMOJI-3). */
export class OwnEmojis {
  readonly #of = new Map<number, readonly OwnEmoji[]>();

  of(person: number): readonly OwnEmoji[] {
    return this.#of.get(person) ?? [];
  }

  apply(action: EmojiAction): void {
    this.#of.set(action.by, after(this.of(action.by), action));
  }
}

/** Added emoji, also again, come first; users move or remove only their own. */
function after(mine: readonly OwnEmoji[], action: EmojiAction): readonly OwnEmoji[] {
  if (action.do === 'put') {
    const existing = mine.find(({ id }) => id === action.emoji.id);
    return [existing ?? action.emoji, ...mine.filter((one) => one !== existing)];
  }
  const [ids, others] = [new Set(action.ids), mine.filter(({ id }) => !action.ids.includes(id))];
  if (action.do === 'drop') return others;
  return [...[...ids].flatMap((id) => mine.find((one) => one.id === id) ?? []), ...others];
}
