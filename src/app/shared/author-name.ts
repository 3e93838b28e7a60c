import type { TFunction } from 'i18next';
import { nameOf } from '../../client/state/selectors.ts';
import type { State } from '../../client/state/state.ts';
import { ANNOUNCER } from '../../domain/ids.ts';
import type { Person } from '../../domain/message.ts';

/** Who wrote something; announcements have no person (UI-30). */
export const authorName = (t: TFunction, state: State, person: Person): string =>
  person.id === ANNOUNCER ? t('contact.notice') : nameOf(state, person);
