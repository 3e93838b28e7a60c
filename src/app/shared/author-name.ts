import type { TFunction } from 'i18next';
import { contactNameOf, nameBy } from '../../client/state/selectors.ts';
import type { State } from '../../client/state/state.ts';
import { ANNOUNCER } from '../../domain/ids.ts';
import type { Person } from '../../domain/message.ts';
import { nameText } from './contact-name.ts';

/** Name of an author; announcements have no user (UI-30). */
export const authorName = (t: TFunction, state: State, person: Person): string =>
  authorNameBy(t, contactNameOf(state, person.id), person);

/** `known`: the name in the list of contacts. */
export const authorNameBy = (t: TFunction, known: string | undefined, person: Person): string =>
  person.id === ANNOUNCER ? t('contact.notice') : nameText(t, nameBy(known, person));
