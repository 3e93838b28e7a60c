import type { TFunction } from 'i18next';
import { nameOf } from '../../../client/state/selectors.ts';
import type { State } from '../../../client/state/state.ts';
import { type GroupLine, isGathered, type NamedPerson, type ChatEntry } from '../../../domain/group-lines.ts';
import { nameText } from '../../shared/contact-name.ts';
import { noteText } from '../../shared/note-text.ts';
import { slowText } from '../../shared/slow-text.ts';

/** One thing that happened to a group, in the viewer's language and from the viewer's side (GROUP-27). */
export function groupEntryText(t: TFunction, state: State, told: ChatEntry): string {
  if (told.kind === 'joined') return noteText(t, told.note, state.self?.id ?? null);
  const { line } = told;
  const by = nameBefore(t, state, line.by);
  const who =
    line.who === null ? '' : line.who.id === state.self?.id ? t('told.me') : nameIn(t, state, line.who);
  return t(`told.${wordsFor(line)}`, { by, who, value: valueOf(t, line) }).trim();
}

/** Text of several changes in one line; null: a single one. */
export function gatheredText(t: TFunction, state: State, things: readonly ChatEntry[]): string | null {
  const [first] = things;
  if (first === undefined || things.length === 1) return null;
  if (first.kind === 'line') {
    const { what, by } = first.line;
    if (!isGathered(what)) return null;
    return t(`told.${what}Many`, { by: nameBefore(t, state, by), count: things.length }).trim();
  }
  const { by, name, users } = first.note;
  const count = things.reduce((sum, one) => sum + (one.kind === 'joined' ? one.note.users.length : 0), 0);
  return users.every((user) => user === by)
    ? t('told.cameMany', { count })
    : t('told.addedMany', { by: nameBefore(t, state, { id: by, name }), count }).trim();
}

const nameIn = (t: TFunction, state: State, { id, name }: NamedPerson): string =>
  t('chat.named', {
    name: nameText(t, nameOf(state, { id, displayName: name, realname: name, avatar: '' })),
  });

const nameBefore = (t: TFunction, state: State, named: NamedPerson): string =>
  named.id === state.self?.id ? t('chat.you') : nameIn(t, state, named);

function wordsFor({ what, value }: GroupLine) {
  if (what === 'slow') return value === '0' ? 'slowOff' : 'slow';
  if (what !== 'speaking') return what;
  return value === '0' ? 'speaking0' : value === '1' ? 'speaking1' : 'speaking2';
}

const valueOf = (t: TFunction, { what, value }: GroupLine): string =>
  what === 'slow' ? slowText(t, Number(value)).replace(' ', '\u00a0') : value;
