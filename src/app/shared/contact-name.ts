import type { TFunction } from 'i18next';
import { contactNameOf, nameBy } from '../../client/state/selectors.ts';
import type { Contact, State } from '../../client/state/state.ts';
import { ERASED_NAME } from '../../domain/erased-name.ts';
import { ANNOUNCER } from '../../domain/ids.ts';
import { NOTICE_HEAD } from '../../domain/markup.ts';
import type { Person } from '../../domain/message.ts';

/** A text as it is shown: the head of a group announcement in the viewer's language (UI-78). */
export const inOwnWords = (t: TFunction, html: string): string =>
  html.startsWith(NOTICE_HEAD) ? `<h3>${t('home.groupNotice')}</h3>${html.slice(NOTICE_HEAD.length)}` : html;

/** A deleted account is named in the viewer's language (DATA-9). */
export const nameText = (t: TFunction, name: string): string =>
  name === ERASED_NAME ? t('contact.erased') : name;

/**
 * Name of a conversation. Conversations that all users have are named in the viewer's language, regardless of
 * the server's name (UI-30).
 */
export function contactName(t: TFunction, contact: Pick<Contact, 'kind' | 'displayName'>): string {
  switch (contact.kind) {
    case 'notice':
      return t('contact.notice');
    case 'favourites':
      return t('contact.favourites');
    case 'person':
      return nameText(t, contact.displayName);
    case 'group':
    case 'system':
      return contact.displayName;
  }
}

/** Name of an author; announcements have no user (UI-30). */
export const authorName = (t: TFunction, state: State, person: Person): string =>
  authorNameBy(t, contactNameOf(state, person.id), person);

/** `title`: the name in the list of contacts. */
export const authorNameBy = (t: TFunction, title: string | undefined, person: Person): string =>
  person.id === ANNOUNCER ? t('contact.notice') : nameText(t, nameBy(title, person));
