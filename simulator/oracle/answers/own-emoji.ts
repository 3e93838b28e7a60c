/** A picture that somebody has among their emoji; without a name where nobody was told which file it is. */
export interface OwnEmoji {
  readonly id: number;
  readonly name: string | undefined;
}

/** What becomes of somebody's emoji, in the order of the commits. */
export type EmojiDeed =
  | { readonly do: 'put'; readonly by: number; readonly emoji: OwnEmoji }
  | { readonly do: 'move' | 'drop'; readonly by: number; readonly ids: readonly number[] };

/** The emoji of everybody, as they stand in their panels (EMOJI-1, EMOJI-3). */
export class OwnEmojis {
  readonly #of = new Map<number, readonly OwnEmoji[]>();

  of(person: number): readonly OwnEmoji[] {
    return this.#of.get(person) ?? [];
  }

  does(deed: EmojiDeed): void {
    this.#of.set(deed.by, after(this.of(deed.by), deed));
  }
}

/** What is put there, once more too, comes first; nobody moves or takes away what is not theirs. */
function after(mine: readonly OwnEmoji[], deed: EmojiDeed): readonly OwnEmoji[] {
  if (deed.do === 'put') {
    const known = mine.find(({ id }) => id === deed.emoji.id);
    return [known ?? deed.emoji, ...mine.filter((one) => one !== known)];
  }
  const [named, others] = [new Set(deed.ids), mine.filter(({ id }) => !deed.ids.includes(id))];
  if (deed.do === 'drop') return others;
  return [...[...named].flatMap((id) => mine.find((one) => one.id === id) ?? []), ...others];
}
