import type { TFunction } from 'i18next';
import type { Contact } from '../../client/store/state.ts';

/** What a conversation is called. Those that everybody has are named in the viewer's language, whatever the server calls them (UI-30). */
export function contactName(t: TFunction, contact: Pick<Contact, 'kind' | 'displayName'>): string {
  switch (contact.kind) {
    case 'notice':
      return t('contact.notice');
    case 'favourites':
      return t('contact.favourites');
    case 'person':
    case 'group':
    case 'system':
      return contact.displayName;
  }
}
