import { refusalFor, type GroupRefusal } from '../../domain/permissions.ts';
import type { ReachRefusal } from '../../domain/reach.ts';
import { accessIn } from './group-access.ts';
import { reachRefusalTo } from './reach.ts';
import { blockedBy } from './blocked.ts';
import type { Contact, State } from './state.ts';

/** Why a user cannot write in a chat: the form of the composer. */
export type Silence = 'readOnly' | 'privateOff' | ReachRefusal | GroupRefusal;

/** Null: they can write (ROLE-2). */
export function silenceIn(state: State, contact: Contact, nowSec: number): Silence | null {
  switch (contact.kind) {
    case 'system':
    case 'notice':
      return 'readOnly';
    case 'favourites':
      return null;
    case 'person':
      return (
        reachRefusalTo(blockedBy(state), state.contacts.get(contact.id) ?? contact) ??
        (state.config.chatInfo.simpleChat ? null : 'privateOff')
      );
    case 'group': {
      const access = accessIn(state, contact.id);
      return access && refusalFor('speak', access, nowSec);
    }
  }
}
