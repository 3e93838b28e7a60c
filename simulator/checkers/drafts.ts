import { chatOfDraft, draftName } from '../../src/domain/kept.ts';
import { EMPTY_DRAFT, type Draft } from '../../src/domain/message.ts';
import type { UserId } from '../../src/domain/ids.ts';
import { preferenceOf } from '../../src/wire/kept.ts';
import type { Tab } from '../devices/device.ts';
import type { World } from '../world/world-type.ts';

/** Drafts by chat, as composers show them: words, mentions and the quoted message. */
export type DraftTexts = ReadonlyMap<string, string>;

const textOf = ({ text, at, quote }: Draft): string => JSON.stringify([text, at, quote?.msgId ?? null]);
const NONE = textOf(EMPTY_DRAFT);

/** Drafts of a page that opens now. */
export async function newDrafts(world: World, user: UserId): Promise<DraftTexts> {
  const preferences = await world.store.read((tx) => tx.preferences.of(user));
  return new Map(
    preferences.flatMap(({ name, value }) => {
      const chat = chatOfDraft(name);
      const preference = chat === null ? null : preferenceOf(name, JSON.parse(value));
      return chat !== null && preference ? [[chat, textOf(preference.value as Draft)] as const] : [];
    }),
  );
}

/** Differences of the drafts in this page, except those that it still has to store. */
export function draftDifferences(tab: Tab, expected: DraftTexts): readonly string[] {
  const { contacts, pending } = tab.state();
  return [...contacts].flatMap(({ id }) => {
    const actual = textOf(tab.client.actions.draft(id));
    const fresh = expected.get(id) ?? NONE;
    return actual === fresh || pending.keep.has(draftName(id))
      ? []
      : [`${tab.name}, draft ${id}: shows ${actual}, a new page ${fresh}`];
  });
}
