/** A picture among a user's emoji; without a name if its file is unknown. */
export interface OwnEmoji {
  readonly id: number;
  readonly name: string | undefined;
}

/** Changes of a user's emoji, in commit order. */
export type EmojiDeed =
  | { readonly do: 'put'; readonly by: number; readonly emoji: OwnEmoji }
  | { readonly do: 'move' | 'drop'; readonly by: number; readonly ids: readonly number[] };

/** The emoji panels of all users, in order (EMOJI-1, EMOJI-3). */
export class OwnEmojis {
  readonly #of = new Map<number, readonly OwnEmoji[]>();

  of(person: number): readonly OwnEmoji[] {
    return this.#of.get(person) ?? [];
  }

  apply(deed: EmojiDeed): void {
    this.#of.set(deed.by, after(this.of(deed.by), deed));
  }
}

/** Added emoji, also again, come first; users move or remove only their own. */
function after(mine: readonly OwnEmoji[], deed: EmojiDeed): readonly OwnEmoji[] {
  if (deed.do === 'put') {
    const existing = mine.find(({ id }) => id === deed.emoji.id);
    return [existing ?? deed.emoji, ...mine.filter((one) => one !== existing)];
  }
  const [ids, others] = [new Set(deed.ids), mine.filter(({ id }) => !deed.ids.includes(id))];
  if (deed.do === 'drop') return others;
  return [...[...ids].flatMap((id) => mine.find((one) => one.id === id) ?? []), ...others];
}
